/**
 * Whether a word can only be a password or a token, whatever stands around it: letters, digits and signs mixed as no word, name,
 * path, version, hash or id mixes them. For places that only hint at a secret. Pure, and linear in a word of at most 128 characters.
 */
import { isSurelyRandomLetters, readLetters } from './letter-triples.ts'
import { SHORTEST } from './word-runs.ts'

export function isScrambled(given: string): boolean {
  if (given.length < SHORTEST || given.length > 128 || !/^[\w!#$%^&*+=~@?.-]+$/.test(given) || isKnownForm(given))
    return false
  const word = given.replace(SHORTENED, '')
  // Signs that names do not hold stand between letters that are no words either.
  const bare = word.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  const signs = bare.match(/[!#%^*~]/g)?.length ?? 0
  if (signs > 0) {
    const rest = bare.replace(/[^A-Za-z0-9]/g, '')
    return (
      /[A-Za-z]/.test(rest) &&
      rest.length >= 5 &&
      (signs >= 3 || isMixed(rest) || bare.split(/[^A-Za-z0-9]/).some(isMixed))
    )
  }
  return (
    bare.split(/[-_.@=]/).some((part) => part.length >= 6 && part.length * 2 >= bare.length && isMixed(part)) &&
    !isGeneratedName(word)
  )
}

/** What names in code and names of tools hold, and no language spells. */
const SHORTENED =
  /passw(?:or)?d|pwd|https?|html|xml|byte|mkdir|rmdir|mysql|sql|json|jwt|jwk|ctl|cfg|ssh|smb|ldap|hmac|pbkdf2|sha\d{1,3}|md5|utf\d{1,2}|base\d\d|oauth2?|gpg|msg|e2e|ipv\d|wg|dns|srv|x{3,}|redacted|x\d\d|npm|tmp|mq|kb|mb|ms(?![a-z])|fs|db|cmd|pk|sdk|rpc|dll|wh|known?|knowledg|where|width|length|thread|file/gi

/** Two words and a number, as people choose passwords: `ambertiger42`. A name of a machine has fewer letters. */
export function isChosen(word: string): boolean {
  return /^[A-Za-z][a-z]{8,22}\d{2,4}[!?*#]?$/.test(word)
}

/** Hashes, UUIDs, dates, versions, files, addresses, measures and ids of clouds, of browser extensions and of this host. */
function isKnownForm(word: string): boolean {
  return (
    /^(?:0x)?[0-9a-f]+$|^[0-9A-F]+$/.test(word) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word) ||
    /^v?\d+[.\d]*(?:[-+.][\w.+-]*)?$/.test(word) ||
    /\.[a-z]{1,5}\d?$|@\d|@[\w-]+\.\w|^\d+[a-z]{1,3}(?:\d+[a-z]{1,3})*$|\d[T_]?\d{6}Z?$/i.test(word) ||
    /^(?:toolu|msg|req|call|resp|run|ses|evt|chatcmpl|arn|sha\d{0,3}|md5|integrity)[-_]/.test(word) ||
    /^[a-z]{1,12}-[0-9a-f]{8,17}$|^[a-p]{32}$|^(?:CVE|GHSA)-|^(?:%[A-Za-z][-_:./T]*)+$|redacted|^[0-9a-f]{7,40}[~^.]/i.test(
      word,
    )
  )
}

/** Names that build tools and clusters make: `app-7d4b9c6f5d-x2k4p`, `index-B7xQ2z1P`, `button__x7Yz2`. */
function isGeneratedName(word: string): boolean {
  return (
    /^[a-z][a-z0-9.-]*-[a-z0-9]{8,10}-[a-z0-9]{5}$|^[A-Za-z]\w*(?:__|--|-|_)[\w-]{5,8}$/.test(word) &&
    /^[A-Za-z]{3,}[-_]/.test(word)
  )
}

/** Letters and digits that make no words, also not words with numbers in or behind them. */
function isMixed(core: string): boolean {
  if (/^[A-Za-z]+\d{0,4}$/.test(core)) return isSurelyRandomLetters(core.replace(/\d+$/, ''))
  if (!/[A-Za-z]/.test(core) || /^[0-9a-f]+$|^[0-9A-F]+$/.test(core)) return false
  const pieces = core.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []
  const groups = core.match(/\d+/g)?.length ?? 0
  if (groups >= 3 && core.length / pieces.length < 3) return true
  if (pieces.length >= 4 && core.length / pieces.length <= 2.2) return true
  // Capitals side by side are an acronym: `RFC3339Nano`.
  const { score } = readLetters(core.replace(/(?<![A-Z])[A-Z]{2,4}(?![A-Za-z])/g, '-'))
  return score < (groups > 1 || /[A-Za-z]\d+[A-Za-z]/.test(core) ? MIXED : MIXED - 4)
}

/** Half bits, below which letters between digits are no words. */
const MIXED = -6
