/**
 * Whether a word can only be a password or a token, whatever stands around it: letters, digits and signs mixed as no word, name,
 * path, version, hash or id mixes them. Two tables weigh it: how letters follow each other (`letter-triples.ts`) and how small
 * letters, capitals, digits and signs do (`word-shapes.json`, made by scripts/build-word-shapes.mjs).
 * Pure, and linear in a word of at most 128 characters.
 */
import { readLetters } from './letter-triples.ts'
import { SHORTEST } from './word-runs.ts'
import shapes from './word-shapes.json' with { type: 'json' }

/**
 * Half bits, below which a word is taken for a secret. Of random strings of 8 to 19 characters 0.4 to 2.2 % are not below the first
 * (5 % of capitals with digits), of the odd words of texts 4.7 % are below; 1.8 % are below the second, less than 1 % below the third.
 */
const LIKELY = -6
const SURELY = -15
const HARDLY_ELSE = -24

/** For places where something hints at a secret. */
export function isScrambled(word: string): boolean {
  return isBelow(word, LIKELY)
}

/** For places that say nothing about it; letters alone are names of people and libraries sooner, and syllables are made to be said. */
export function isSurelyScrambled(word: string): boolean {
  return isBelow(word, /^[A-Za-z]+$/.test(word) ? HARDLY_ELSE : SURELY) && !/^(?:[^aeiou][aeiou])+$/i.test(word)
}

/** Two words and a number, as people choose passwords: `ambertiger42`. A name of a machine has fewer letters. */
export function isChosen(word: string): boolean {
  return /^[A-Za-z][a-z]{8,22}\d{2,4}[!?*#]?$/.test(word)
}

function isBelow(word: string, limit: number): boolean {
  if (word.length < SHORTEST || word.length > 128 || !/^[\w!#$%^&*+=~@?.-]+$/.test(word) || isKnownForm(word))
    return false
  return !isGeneratedName(word) && scoreWord(word) < limit
}

/** How surely it is no secret, in half bits. */
export function scoreWord(word: string, weights: readonly number[] = shapes.weights): number {
  const plain = word.replace(ESCAPED, '-')
  // Capitals side by side are an acronym: `RFC3339Nano`.
  const letters = plain.replace(SHORTENED, '-').replace(/(?<![A-Z])[A-Z]{2,4}(?![A-Za-z]|[A-Z](?![a-z]{2}))/g, '-')
  return readLetters(letters).score + shapesOf(plain).reduce((score, shape) => score + (weights[shape] ?? 0), 0)
}

/** What a character is: small letter, capital, digit, a sign of names, of formulas, one that hardly stands in a word; and the ends. */
const CLASSES = 8
const [BEGINNING, SMALL, CAPITAL, DIGIT, JOINT, SIGN, ODD_SIGN, END] = [0, 1, 2, 3, 4, 5, 6, 7]
export const WORD_SHAPES = CLASSES ** 3

/** Each character's class with the two before it, as one number. */
export function shapesOf(word: string): number[] {
  let second = BEGINNING
  let first = BEGINNING
  const found: number[] = []
  for (let at = 0; at <= word.length; at++) {
    const here = at === word.length ? END : classOf(word.charCodeAt(at))
    found.push((second * CLASSES + first) * CLASSES + here)
    second = first
    first = here
  }
  return found
}

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return SMALL
  if (code >= 65 && code <= 90) return CAPITAL
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 45 || code === 46 || code === 95) return JOINT // - . _
  return code === 33 || code === 37 || code === 94 || code === 126 ? ODD_SIGN : SIGN // ! % ^ ~
}

/** Percent escapes of a URL. */
const ESCAPED = /%[0-9A-F]{2}/g

/** What names in code and names of tools hold, and no language spells. */
const SHORTENED =
  /passw(?:or)?d|pwd|https?|html|xml|byte|mkdir|rmdir|mysql|sql|json|jwt|jwk|ctl|cfg|ssh|smb|ldap|hmac|pbkdf2|sha\d{1,3}|md5|utf\d{1,2}|base\d\d|oauth2?|gpg|msg|e2e|(?:ip|icmp|dhcp|tls|snmp|smb|nfs)v\d|wg|dns|srv|x{3,}|redacted|abcdefg[a-z]*|qwert[a-z]*|(?:asdf)+[a-z]*|x\d\d|npm|tmp|mq|kb|mb|ms(?![a-z])|fs|db|cmd|pk|sdk|rpc|dll|wh|known?|knowledg|where|width|length|thread|file/gi

/**
 * Hashes, UUIDs, dates, versions, files, addresses, measures, rights of files, classes of patterns, and ids of clouds, of browser
 * extensions and of this host.
 */
export function isKnownForm(word: string): boolean {
  return (
    /^[0-9a-f]+$|^[0-9A-F]+$|^(?:0[xX]|U\+?)[0-9A-Fa-f]+$/.test(word) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word) ||
    /^v?\d+(?:\.\d+)+(?:[-+.][\w.+-]*)?$|^[\d.-]+$|^\d{4}-\d\d/.test(word) ||
    /\.[a-z]{1,5}\d?$|@\d|@[\w-]+\.\w|(?:19|20)\d{6}[T_-]?\d{0,9}Z?$/i.test(word) ||
    /^(?:[-+*]?\d+(?:%|[munkgt]?[shdwybx]|m|[kmgt]i?b|[ap]m|ms|min|px|r?em|pt|v[hw]|[kmg]?hz|fps|dpi|bit|rd|th|nd|st))+$/i.test(
      word,
    ) ||
    /^[dl-](?:[r-][w-][xsStT-]){3}[@+.]?$|[aA]-[zZ]|0-9|(.)\1{4}|\.\.\.|^0x[0-9a-f]+(?:\.\.|-)|_{1,2}[a-z0-9]{13}$/i.test(
      word,
    ) ||
    /(?:^|[-_.=])[0-9a-f]{12,}$|^#[0-9A-Fa-f]{3,8}$|^(?:ctrl|alt|shift|cmd|option|meta|super|win)[+-]/i.test(word) ||
    /^(?:toolu|msg|req|call|resp|run|ses|evt|chatcmpl|arn|sha\d{0,3}|md5|integrity)[-_]/.test(word) ||
    /^[a-z]{1,12}-[0-9a-f]{8,17}$|^[a-p]{32}$|^(?:CVE|GHSA)-|^\+?(?:%[A-Za-z][-_:./T]*)+$|redacted|^[0-9a-f]{7,40}[~^.]/i.test(
      word,
    )
  )
}

/** Names that build tools and clusters make: `app-7d4b9c6f5d-x2k4p`, `index-B7xQ2z1P`, `button__x7Yz2`, `css-1x7yz2`. */
function isGeneratedName(word: string): boolean {
  if (/^[a-z][a-z0-9.-]*-[a-z0-9]{8,10}-[a-z0-9]{5}$|^(?:css|jsx|jss|sc|svelte|chunk)-/.test(word)) return true
  const head = /^([a-z]{3,}|[A-Z][a-z]{2,}|[a-z]+[A-Z][A-Za-z]+)(?:__|--|-|_)[\w-]{5,8}$/.exec(word)?.[1]
  return head !== undefined && readLetters(head).score >= 0
}
