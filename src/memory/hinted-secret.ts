/**
 * Secrets of tools and languages that no list names. A word that can only be a password or a token (`scrambled.ts`) goes where
 * something in front of it in the same line hints at one: a login, a key, a user. Some ways to stand are hints of their own:
 * behind a short option, between a name and a host, alone in a pipe.
 * Linear: the words behind a hint are read once, however many hints there are.
 */
import { isChosen, isScrambled } from './scrambled.ts'
import { isNaming, isPlaceholder, isRandom } from './secret-value.ts'

const MARK = '[redacted:secret]'

/** Parts of words that hint at a secret in the same line; `sure` are those that hardly mean anything else. */
const HINT =
  /(?<sure>pass(?:w|phrase|code)|pwd|psk|\bpw\b|_pw|secret|credential|\bcreds?\b|kennwort|contrase|senha|wachtwoord|пароль|パスワード|密[码碼])|log-?_?[io]n|sign-?_?in|auth(?!or)|token|lock|unseal|identify|crypt|hmac|pbkdf|argon2|key|wifi|ssid|session|account|user|admin|client|connect|security|\bbot\b|\bpass\b(?!:)|\broot\b|\bbegin\b|\bpin\b/gi
/** Words behind the hint in its line that are looked at: `ykman piv access change-pin -P … -n …` has the most of those known. */
const WORDS = 10
/** Characters behind a hint. */
const REACH = 160
/** Characters of a word: as long as `isScrambled` takes them. */
const LONGEST = 128
/** Quotes, brackets and letters of other scripts end a word. */
const WORD = /[\w!#$%&*+\-./:=?@^~]+/g

export function redactHinted(text: string): string {
  const hits = [...behindHints(text), ...standing(text)].sort((one, two) => one.start - two.start)
  if (hits.length === 0) return text
  const kept: string[] = []
  let from = 0
  const found = new Set<string>()
  for (const { start, end } of hits) {
    if (start < from) continue
    kept.push(text.slice(from, start), MARK)
    from = end
    if (found.size < MOST_REPEATED && /[^A-Za-z]/.test(text.slice(start, end))) found.add(text.slice(start, end))
  }
  kept.push(text.slice(from))
  // A secret is one at its other places too: typed twice, or said again below.
  return [...found].reduce((out, value) => out.replaceAll(value, MARK), kept.join(''))
}

/** A text with more secrets than this is a list of them, and lists do not repeat themselves. */
const MOST_REPEATED = 8

interface Span {
  start: number
  end: number
}

function* behindHints(text: string): Generator<Span> {
  HINT.lastIndex = 0
  let done = 0
  for (let hint = HINT.exec(text); hint !== null; hint = HINT.exec(text)) {
    const from = endOfWord(text, HINT.lastIndex)
    const limit = endOfReach(text, from)
    const isSure = hint.groups?.sure !== undefined
    const start = Math.max(done, from)
    if (start >= limit) continue
    // Only this much is looked at for each hint, however long the word or the blank behind it is.
    const near = text.slice(start, limit + LONGEST)
    WORD.lastIndex = 0
    for (let count = 0; count < WORDS; count++) {
      const word = WORD.exec(near)
      if (word === null || start + word.index >= limit) break
      const at = start + word.index
      done = start + WORD.lastIndex
      const secret = secretIn(text, { word: word[0], at }, { isSure, isNext: count === 0 && at <= from + 4 })
      if (secret !== undefined) yield { start: at + secret.start, end: at + secret.end }
    }
  }
}

/** Where the way it stands is the hint. */
const STANDINGS = [
  // `bob@example.com:x`, `bob:x@host`, `bob/x@host`.
  /(?<=@[\w-]{1,64}\.\w{2,12}):(?<value>[^\s"'`/:]{8,128})(?![^\s"'`,;)])/g,
  /(?<=[\s"'=][\w.-]{1,32}[:/](?<value>[^\s"'`/:@]{8,128}))@[a-z]/gi,
  // `-p x`, `-c bob:x`.
  /\s--?(?:p|P|pw|pd|gp|xp|sp|kp|pass|a|A|w|W|k|K|s|t|kvs)[ =]["']?(?<value>[^\s"'`/:]{8,128})(?=["']?(?:[\s;|&)]|$))/g,
  /\s-[a-zA-Z][ =]["']?[\w.@-]{1,64}:(?<value>[^\s"'`/:]{8,128})(?=["']?(?:[\s;|&)]|$))/g,
  /\b(?:echo|printf)\s(?:-[ne]{1,2}\s)?["']?(?<value>[^\s"'`|/:\\]{8,128})(?=(?:(?:\\n|\n)[^\n|\\]{0,128}){0,2}(?:\\n|\n)?["']?\s{0,4}\|)/g,
  // `new Mailer("x")`: the only thing it is given.
  /\b[A-Z]\w{2,40}\(\s?["'](?<value>[^\s"'`/:]{8,128})(?=["'])/g,
  /[?&]appid=(?<value>[^\s"'`/:&]{8,128})/g,
]

function* standing(text: string): Generator<Span> {
  for (const way of STANDINGS) {
    for (const found of text.matchAll(way)) {
      const value = found.groups?.value ?? ''
      if (!isSecret(value)) continue
      // It stands in what was found, or right before it.
      const at = found[0].lastIndexOf(value)
      const start = found.index + (at === -1 ? -value.length : at)
      yield { start, end: start + value.length }
    }
  }
}

/** The end of the line; of the next one too where this one only announces it: a section of YAML, the head of a column. */
function endOfReach(text: string, from: number): number {
  const limit = Math.min(text.length, from + REACH)
  let at = from
  for (let lines = 0; lines < 4 && at < limit; lines++) {
    const line = text.slice(at, limit).indexOf('\n')
    if (line === -1) return limit
    const end = at + line
    if (!(lines === 0 && end - from < 3) && !/[:|[{]/.test(text.charAt(end - 1))) return end
    at = end + 1
  }
  return Math.min(at, limit)
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < from + LONGEST && /[\w-]/.test(text.charAt(at))) at += 1
  return at
}

/** The word, or what stands in it behind a name: `bob:x`, `--with=x`. Paths and addresses have slashes, and stay. */
function secretIn(
  text: string,
  { word, at }: { word: string; at: number },
  { isSure, isNext }: { isSure: boolean; isNext: boolean },
): Span | undefined {
  if (word.length < 8 || word.indexOf('/', 1) !== -1 || /^(?:[.$-]|\d{4}-\d\d)/.test(word)) return undefined
  const next = text.charAt(at + word.length)
  const isQuoted = /["'`]/.test(next) && /["'`]/.test(text.charAt(at - 1))
  const isEnd = next === '' || next === '\n' || next === '\r'
  const isBeforeOption = next === ' ' && '-./'.includes(text.charAt(at + word.length + 1))
  // Letters alone are a word of a sentence or of code sooner than a secret.
  if (!isQuoted && !isEnd && !isNext && !isBeforeOption && next <= '~' && /^[A-Za-z.]+$/.test(word)) return undefined
  const before = text.slice(Math.max(0, at - 40), at)
  // Stars of Markdown, the sign behind a name and the end of a sentence are no part of it.
  const lead = /^[*_~=:]*/.exec(word)?.[0].length ?? 0
  if (next === '(' || next === '[' || next === '<' || NAMED_ID.test(before + word.slice(0, lead))) return undefined
  const end = word.length - (/[*_~.,:!?]+$/.exec(word)?.[0].length ?? 0)
  const sign = lead + (/^\/?[\w.@-]{1,40}[:=]/.exec(word.slice(lead, end))?.[0].length ?? 0)
  if (sign > lead && isSecret(word.slice(sign, end)))
    return NAMED_ID.test(word.slice(0, sign)) ? undefined : { start: sign, end }
  const value = word.slice(lead, end)
  const isSurely =
    isSure && ((isQuoted && next !== '`') || (isEnd && (isNext || /\d/.test(value)))) && isSurelySecret(value)
  return isSurely || isSecret(value) ? { start: lead, end } : undefined
}

/** A name that says the value is an id, a hash or a mark of a place. */
const NAMED_ID =
  /(?:(?:^|[^a-z])ids?|[a-z]I[dD]s?|hash|etag|cursor|sha-?\d{0,3}|md5|digest|checksum|fingerprint|integrity|version|commit|revision|nonce|trace|span|uuid|class(?:Name)?|testid|public key|pubkey)\\{0,3}["'`]?\s{0,2}[:=-]\s{0,2}\\{0,3}["'`]?$/i

/** Behind a word that hardly means anything else: whatever is no word, no name with a number and no hash. */
function isSurelySecret(value: string): boolean {
  return (
    /^\w[^-_.:/=]{7,}$/.test(value) &&
    !/^(?:[A-Za-z]+\d|[0-9a-f]+)$|passw/i.test(value) &&
    isRandom(value) &&
    !isNaming(value) &&
    !isPlaceholder(value)
  )
}

/** Whether a name hints at a secret and not at what identifies one: `pin`, but not `session_id`. */
export function isHint(name: string): boolean {
  HINT.lastIndex = 0
  return (
    HINT.test(name) &&
    !/(?:ids?|hash|count|type|kind|names?|file|path|url|uri|limit|length|size|index|field|expir\w*|ttl|at|header|label|placeholder|policy|pattern|prefix|version|usage|cursor|public\w*)$/i.test(
      name,
    )
  )
}

/** What can only be a secret. */
export function isSecret(value: string): boolean {
  return (isScrambled(value) || isChosen(value)) && !isPlaceholder(value) && !isNaming(value)
}
