/**
 * Secrets of tools and languages that no list names. A word that can only be a password or a token (`scrambled.ts`) goes where
 * something in front of it in the same line hints at one: a login, a key, a user. Some ways to stand are hints of their own:
 * behind a short option, between a name and a host, alone in a pipe.
 * Linear: only words that may be secrets are looked at (`word-runs.ts`), each with a bounded part of the text around it.
 */
import { isHardlyWords } from './letter-triples.ts'
import { isChosen, isScrambled, isSurelyScrambled } from './scrambled.ts'
import { isNaming, isPlaceholder, isRandom } from './secret-value.ts'
import { oddRuns, type Span } from './word-runs.ts'

const MARK = '[redacted:secret]'

/** Parts of words that hint at a secret in the same line; `sure` are those that hardly mean anything else, in any language. */
const SURE =
  'pass(?:w|phrase|code|key)|_pass(?![a-z])|pwd|psk|\\bpw\\b|_pw|secret|credential|\\bcreds?\\b|kennwort|contrase|senha|wachtwoord|mot de passe|has[łl]o|lösenord|heslo|parol|salasana|adgangskode|jelsz|[şs]ifre|lozink|mật khẩu|пароль|パスワード|密[码碼]|口令|暗証|비밀번호|암호|סיסמ|κωδικ'
const SIGNING_IN =
  'log(?:ged|ging)?[ _-]?[io]n\\b|login|logon|sign(?:ed|ing)?[ _-]?(?:in|on|up)|auth(?!or(?!i[sz]))|token|bearer|api[ _-]?key'
const HINT = new RegExp(
  String.raw`(?<sure>${SURE})|${SIGNING_IN}|lock|unseal|identify|crypt|hmac|pbkdf|argon2|jwt|key|wifi|ssid|session|account|user|admin|client|connect|secur|cookie|\botp|totp|salt|seed|mnemonic|pepper|signing|shared|licen[sc]e|activation|webhook|\bdsn|sasl|smtp|imap|s?ftp\b|vpn|wpa|\bwep\b|vnc|radius|tacacs|snmp|community|rcon|enroll|register|vault|access|private|(?:\b|_)pat\b|\bsas\b|\bapi\b|clave|\bbot\b|\bpass\b(?!:)|\broot\b|\bbegin\b|\bpin\b|set[_-]?pin|ldap|\bbind`,
  'gi',
)
const SURE_HINT = new RegExp(SURE, 'i')
/** Behind the word, in the same line: `x is what I log in with`. */
const HINT_BEHIND = new RegExp(`^[^\\n]{0,60}?(?:${SURE}|${SIGNING_IN})`, 'i')
/** Characters in front of a word in which something hints at it, and in which the head of its section or column is looked for. */
const REACH = 160
const SECTION = 600
/** Characters of a word: longer ones are data. */
const LONGEST = 512

export function redactHinted(text: string): string {
  const hits: Hit[] = []
  const known = new Map<string, Inner[]>()
  for (const { start: first, end } of oddRuns(text)) {
    if (end - first > LONGEST) continue
    const start = first + escapeAt(text, first)
    const word = text.slice(start, end)
    const inner = known.get(word) ?? secretsIn(word)
    known.set(word, inner)
    for (const one of inner) {
      const by = foundBy(text, { word, at: start }, one)
      if (by !== undefined) hits.push({ start: start + one.start, end: start + one.end, by })
    }
  }
  const unannounced = hits.filter(({ by }) => by === 'looks').length
  const sure = unannounced > MOST_UNANNOUNCED ? hits.filter(({ by }) => by === 'hint') : hits
  return sure.length === 0 ? text : withMarks(text, sure)
}

interface Hit extends Span {
  /** What tells that it is one: something near it, or its looks alone. */
  by: 'hint' | 'looks'
}

/** A text with more of them lists names of things, or is data. */
const MOST_UNANNOUNCED = 8

/** Characters of an escape whose backslash is in front: `\\nx` begins with x. */
function escapeAt(text: string, at: number): number {
  if (at === 0 || text.charAt(at - 1) !== '\\') return 0
  return /^(?:[nrt]|u[0-9a-f]{4})/i.exec(text.slice(at, at + 5))?.[0].length ?? 0
}

function withMarks(text: string, hits: Hit[]): string {
  const kept: string[] = []
  let from = 0
  const found = new Set<string>()
  for (const { start, end, by } of hits) {
    kept.push(text.slice(from, start), MARK)
    from = end
    const value = text.slice(start, end)
    if (by === 'hint' && found.size < MOST_REPEATED && isSecret(value)) found.add(value)
  }
  kept.push(text.slice(from))
  return withoutRepeats(kept.join(''), found)
}

/** A secret is one at its other places too: typed twice, or said again below. */
export function withoutRepeats(text: string, found: ReadonlySet<string>): string {
  return [...found].reduce((out, value) => out.replaceAll(value, MARK), text)
}

/** A text with more secrets than this is a list of them, and lists do not repeat themselves. */
export const MOST_REPEATED = 8

/** A part of a word that is a secret where something hints at one. */
interface Inner extends Span {
  /** `surely`: only behind what hardly means anything else. `signed in`: only where somebody is. `alone`: the word itself is the hint. */
  where: 'hinted' | 'surely' | 'signed in' | 'alone'
}

/** The word, or what stands in it behind a name: `bob:x`, `--with=x`. Paths have slashes, and stay. */
function secretsIn(word: string): Inner[] {
  if (word.includes('://')) return inAddress(word)
  const beside = word.includes('@') ? BESIDE_HOST.exec(word)?.groups : undefined
  if (beside !== undefined) {
    const value = beside.value ?? beside.value2 ?? beside.value3 ?? ''
    const start = beside.value2 === undefined ? (beside.before ?? '').length : word.length - value.length
    const isOne = isSecret(value) || (beside.host !== undefined && isRandom(value) && !isPlaceholder(value))
    return isOne ? [{ start, end: start + value.length, where: 'alone' }] : []
  }
  // Also the beginning of one, shown so that it can be told from others.
  if (SWITCH.test(word) || (word.length < 20 && word.endsWith('...'))) return []
  const fields = fieldsIn(word)
  if (fields.length > 0) return fields.map((one) => ({ ...one, where: 'hinted' }))
  const pair = BEHIND_SLASH.exec(word)?.groups?.value
  if (pair !== undefined && isSecret(pair))
    return [{ start: word.length - pair.length, end: word.length, where: 'signed in' }]
  if (word.endsWith('=') || word.indexOf('/', 1) !== -1 || /^(?:[.$]|\d{4}-\d\d)/.test(word)) return []
  // Stars of Markdown, the sign behind a name and the end of a sentence are no part of it.
  const lead = /^[*_~=:]*/.exec(word)?.[0].length ?? 0
  const end = word.length - (/[*_~.,:!?]+$/.exec(word)?.[0].length ?? 0)
  const sign = lead + (/^(?:\/|--?)?[\w.@-]{1,80}[:=](?:[\w.@-]{1,40}:)?/.exec(word.slice(lead, end))?.[0].length ?? 0)
  if (sign > lead && isSecret(word.slice(sign, end)))
    return NAMED_ID.test(word.slice(0, sign))
      ? []
      : [{ start: sign, end, where: SHORT_OPTION.test(` ${word.slice(0, sign)}`) ? 'alone' : 'hinted' }]
  if (word.startsWith('-')) return []
  const value = word.slice(lead, end)
  if (isSecret(value)) return [{ start: lead, end, where: 'hinted' }]
  return isSurelySecret(value) ? [{ start: lead, end, where: 'surely' }] : []
}

/** A record of several fields: `eve:x:admin`. */
function fieldsIn(word: string): Span[] {
  const names = word.split(':')
  if (names.length < 3) return []
  let start = 0
  return names.flatMap((name) => {
    const field = { start, end: start + name.length }
    start = field.end + 1
    return isSecret(name) ? [field] : []
  })
}

/** `eve/x`. */
const BEHIND_SLASH = /^[a-z][\w.@-]{1,31}\/(?<value>[^/:@]{8,64})$/i
const SIGNED_IN = new RegExp(`(?:${SURE}|${SIGNING_IN}|\\b(?:connect|access|user|account)\\w*)[^\\n]{0,24}$`, 'i')
/** `LLMNR=no`. */
const SWITCH = /=(?:no|yes|true|false|on|off|none|null|auto|\d+)?$/i
/** `bob:x@host`, `bob/x@host`, `x@host`, `bob@example.com:x`. */
const BESIDE_HOST =
  /^(?<before>\S{0,40}?[\w.-]{1,32}[:/])(?<value>[^/:@]{8,128})@(?:(?<host>[a-z][\w-]{0,60}\.[a-z]|(?:\d{1,3}\.){3}\d|\/\w)|[a-z])|^(?<value3>[^/:@]{8,128})@(?:[a-z][\w-]{0,60}|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$|@[\w-]{1,64}\.\w{2,12}:(?<value2>[^/:]{8,128})$/i

/** Behind a part of an address that says it: `https://host/hooks/x`, `?key=x`, `/bot123:x/`. */
function inAddress(word: string): Inner[] {
  const found: Inner[] = []
  for (const part of word.matchAll(ADDRESS_PART)) {
    const value = part.groups?.value ?? ''
    const start = part.index + part[0].length - value.length
    const isOne = isSecret(value) || (part.groups?.sure !== undefined && isRandom(value) && !isPlaceholder(value))
    if (isOne) found.push({ start, end: start + value.length, where: 'alone' })
  }
  const hook = /hook/i.test(word) ? /[^/?&=#]{8,256}$/.exec(word) : null
  if (found.length === 0 && hook !== null && isSecret(hook[0]))
    found.push({ start: hook.index, end: word.length, where: 'alone' })
  return found
}

const ADDRESS_PART =
  /(?:[/?&;._-](?:(?<sure>(?:\w{0,24}_)?(?:token|key|secret|passwd|password|pwd)s?)|\w{0,24}(?:token|key|auth|secret|passwd|password|pwd|credential)s?|(?<=[/?&;])(?:t|(?:web)?hooks?|\w{0,24}(?:session|sig|signature|invite|reset|verify|magic|login|code|appid|pin|otp|pass|pw|phrase)s?))[/=]|\/bot\d{0,20}:?)(?:[A-Za-z0-9]{1,7}\/){0,2}(?<value>[^/?&=:@#;,]{8,256})/gi

interface Word {
  word: string
  at: number
}

function foundBy(text: string, { word, at }: Word, inner: Inner): Hit['by'] | undefined {
  const { start, end, where } = inner
  if (where === 'alone') return 'hint'
  if (where === 'signed in') return SIGNED_IN.test(text.slice(Math.max(0, at - 48), at)) ? 'hint' : undefined
  const next = text.charAt(at + word.length)
  if (next === '(' || next === '[' || (next === '<' && text.charAt(at + word.length + 1) !== '/')) return undefined
  const before = text.slice(Math.max(0, at - REACH), at)
  const hint = hintBefore(before, word.slice(0, start)) ?? hintAround(text, { at, end: at + word.length })
  const isAlone =
    where === 'hinted' &&
    isStanding({
      ...{ before, start, after: text.slice(at + word.length, at + word.length + 300) },
      isPair: /^(?:\w+=)?[a-z0-9][\w.@-]{1,31}:$/.test(word.slice(0, start)) && /(?:^|\s)["']?$/.test(before),
    })
  if (before.includes('PUBLIC KEY') || NAMED_ID.test(before.slice(-40) + word.slice(0, start))) return undefined
  if (isAlone) return 'hint'
  if (hint !== undefined) return isHinted(hint, { next, before, text, at, word }, inner) ? 'hint' : undefined
  const isOne =
    where === 'hinted' &&
    isSurelySet(start === 0 ? before : '', text.slice(at + word.length, at + word.length + 3)) &&
    isUnannounced(before, word.slice(start, end))
  return isOne ? 'looks' : undefined
}

/** Whether the word is what the hint is about. */
function isHinted(
  hint: Hint,
  { next, before, text, at, word }: Word & { next: string; before: string; text: string },
  { start, end, where }: Inner,
): boolean {
  const isQuoted = /["'`]/.test(next) && /["'`]$/.test(before)
  const isEnd = next === '' || next === '\n' || next === '\r'
  const value = word.slice(start, end)
  if (where === 'surely')
    return hint.isSure && ((isQuoted && next !== '`') || (isEnd && (hint.isNext || /\d/.test(value))))
  // Letters alone are a word of a sentence or of code sooner than a secret, except where an argument ends.
  const isBeforeOption = next === ' ' && '-./'.includes(text.charAt(at + word.length + 1))
  const isArgument = /["'`]/.test(next) || isEnd || hint.isNext || isBeforeOption || next > '~'
  return isArgument || !/^[A-Za-z.]+$/.test(value) || isHardlyWords(value)
}

const SHORT_OPTION = /\s(?:--?(?:p|P|pw|pd|gp|xp|sp|kp|pass|[aAwWkKsStTxXyzuU]|kvs)[ =:]|\/(?:p|pw|pass)[ :])["']?$/
const OPTION_NAME = /\s-[a-zA-Z][ =]["']?$/
/** Any long option but those that take names, places and ids. */
const LONG_OPTION =
  /\s--(?![\w-]{0,40}(?:ids?|names?|hash|sha\d*|commit|rev|revision|version|tag|image|ref|branch|file|path|dir|directory|folder|out|output|input|url|uri|host|server|region|zone|bucket|cluster|pod|container|digest|uuid|class|label|title|message|msg|body|query|filter|grep|match|format|arn|resource|project|org|group|set|env|arg|profile|context|namespace)[ =]["']?$)[a-z][\w-]{1,40}[ =]["']?$/
const ENDS_ARGUMENT = /^["']?(?:[\s;|&)]|$)/
const PIPED = /^(?:(?:\\n|\n)[^\n|\\]{0,128}){0,2}(?:\\n|\n)?["']?\s{0,4}\|/
/** What a call is given, in quotes; calls that look something up, compare or print take ids of all kinds. */
const GIVEN =
  /(?:(?<![\w.$])|(?<=\)\.))(?!(?:\w+\.)*(?:require|import|t|i18n|id|test|it|describe|print\w*|puts|echo|log|debug|info|warn|error|assert\w*|expect|equals?|strict\w*|to[A-Z]\w*|is[A-Z]\w*|has|get\w*|find\w*|query\w*|select\w*|includes|contains|startsWith|endsWith|match|split|replace\w*|join|push|append|add|delete|remove\w*|class\w*|hash\w*|open|read\w*|write\w*|parse\w*|decode\w*|fetch|url|from|cast|symbol|strftime|format)\()[A-Za-z]\w*(?:(?:\.|::|->)\w+){0,3}\(\s?(?:[^()"'\n]{0,24},\s?)?(?:["'][^"'\n]{0,32}["'],\s?){0,2}["']$/i
/** `require("mailer")("x")`, and what comes behind another string: `open("bob", "x")`, `cn.Open "h", "bob", "x"`. */
const GIVEN_AGAIN =
  /["']\)\(["']$|(?<!\w)(?!(?:\w+\.)*(?:print\w*|log|debug|info|warn|error|assert\w*|expect|replace\w*|test|it|t|parse\w*|equals?|is\w*|has\w*|get\w*|find\w*|match\w*|decode\w*|hash\w*|class\w*)[ (])(?:\w+\.\w+ |\w+ ?\()(?:\w{1,24},\s?){0,3}(?:["'][^"'\n]{0,48}["'],\s?){1,3}["']$/i
/** A string or the rest of a line that a name is set to; names of ids, places, versions and words for people do not count. */
const SET =
  /(?:^|[\s{(,;.["'])(?!\w*(?:ids?|uuid|hash|sha\d*|md5|digest|etag|cursor|slug|version|commit|rev|ref|checksum|integrity|nonce|trace|span|class\w*|style|colou?r|src|href|ur[il]|path|file\w*|dir|names?|title|label|text|content|description|regexp?|pattern|format|type|kind|model|region|image|tags?|build|branch|host\w*|domain|e?mail|locale|lang|font|icon|alt|placeholder|messages?|query|sql|command|cmd|script|result|output|expected|actual|data|base64|body|html|svg|signature|thinking|date|time\w*|at|stamp)["'\]]{0,2}\s?(?::=|[:=]))[\w.-]{1,48}["'\]]{0,2}\s?(?::=|[:=])\s?(?<quote>["']?)$/i
/** The input a command is given in its line, of one or several words: `acmectl open <<< "bob x"`. */
const HERE_STRING = /<<<\s?(?:\$?(["'])(?:(?!\1)[\s\S]){0,80})?$/
/** `use x`, `eve / x`, `set door x`, `host 127.0.0.1 7505 x`. */
const SAID =
  /(?:\b(?:use|using|try|type|stuff|keystroke|input text|enter|answer|reply|respond|with|is|es|ist|lautet|est|é|it's|con|mit|avec|com)\s|\btype\s(?:--?[\w-]{1,20}[ =]\S{1,20}\s){1,3}|\w\s\/\s|\bset\s\S{1,40}\s(?:to\s)?|(?:\d{1,3}\.){3}\d{1,3}\s\d{2,5}\s)["'`]?$/i

/** Where the way it stands is the hint. `start`: of the secret in its word. */
function isStanding(by: { before: string; after: string; start: number; isPair: boolean }): boolean {
  const { before, after, start, isPair } = by
  const near = before.slice(-64)
  // `-p x`, `-c bob:x`, `--enrol x`; `bob:x` alone.
  if (start > 0) return (OPTION_NAME.test(near) || isPair) && ENDS_ARGUMENT.test(after)
  if (SHORT_OPTION.test(near) || LONG_OPTION.test(near)) return ENDS_ARGUMENT.test(after)
  if (/\b(?:echo|printf)\s(?:-[ne]{1,2}\s)?["']?$/.test(near)) return PIPED.test(after)
  if (HERE_STRING.test(before)) return true
  if (SAID.test(near)) return /^["'`]?[.,;:!?)]?(?:\s|$)/.test(after)
  const set = SET.exec(before.slice(before.lastIndexOf('\n') + 1).slice(-64))
  if (set !== null) return set.groups?.quote === '' ? /^;?\s*(?:\n|$)/.test(after) : /^["']/.test(after)
  // `new Mailer("x")`, `bind(link, "eve", "x")`.
  return (GIVEN.test(near) || GIVEN_AGAIN.test(near)) && /^["']\s?(?:[,)]|;?\s*(?:\n|$))/.test(after)
}

interface Hint {
  isSure: boolean
  isNext: boolean
}

/** What hints at the word from farther away: behind it, the head of its column, the section or the call it stands in. */
function hintAround(text: string, { at, end }: { at: number; end: number }): Hint | undefined {
  const far = { isSure: false, isNext: false }
  if (HINT_BEHIND.test(text.slice(end, end + 80))) return far
  const lines = text.slice(Math.max(0, at - SECTION), at).split('\n')
  const own = lines.pop() ?? ''
  if (lines.length === 0) return undefined
  if (lines.slice(-2).some((line) => BESIDE_USER.test(line))) return far
  return lines.slice(-3).some((line) => isHeadOf(line, own)) || isInSection(lines, own) ? far : undefined
}

/** The line above says who signs in. */
const BESIDE_USER = /^\s*["']?(?:user(?:name)?|login|account)["']?\s?[ =:]\s?\S{1,64}$/i

/** `user  password`, `user,password`: what stands above the end of the line, by its column or by its number. */
function isHeadOf(line: string, own: string): boolean {
  if (!SURE_HINT.test(line)) return false
  if (SURE_HINT.test(line.slice(Math.max(0, own.length - 2), own.length + 12))) return true
  const sign = /[,;\t|]/.exec(own)?.[0]
  if (sign === undefined) return false
  return SURE_HINT.test(line.split(sign)[own.split(sign).length - 1] ?? '')
}

/** Lines that are indented less, upwards, and the head of a section in brackets. */
function isInSection(lines: string[], own: string): boolean {
  let depth = indentOf(own)
  const isFlat = depth === 0
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? ''
    if (/^\s*\[[^\]\n]{1,80}\]\s*$/.test(line)) return SURE_HINT.test(line)
    const indent = indentOf(line)
    if (isFlat || indent >= depth || line.trim() === '') continue
    if (SURE_HINT.test(line)) return true
    depth = indent
    if (depth === 0) return false
  }
  return false
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** What hints at the word, in its line and in those above that only announce it. */
function hintBefore(before: string, name: string): Hint | undefined {
  const line = before.slice(startOfReach(before)) + name
  let found: Hint | undefined
  HINT.lastIndex = 0
  for (let hint = HINT.exec(line); hint !== null; hint = HINT.exec(line)) {
    const end = HINT.lastIndex + (/^[\w-]*/.exec(line.slice(HINT.lastIndex))?.[0].length ?? 0)
    // What runs into the word itself is a part of it.
    if (end === line.length && /[\w-]$/.test(line)) break
    found = { isSure: (found?.isSure ?? false) || hint.groups?.sure !== undefined, isNext: line.length <= end + 4 }
  }
  return found
}

/**
 * The beginning of the line; of the one above too where that only announces this one: a section of YAML, the head of a column, a
 * here-document, a call or a command that goes on.
 */
function startOfReach(before: string): number {
  let at = before.lastIndexOf('\n')
  for (let lines = 0; lines < 3 && at > 0; lines++) {
    const above = before.slice(0, at)
    const isAnnouncing = ANNOUNCING.test(above.slice(-80))
    if (!isAnnouncing && !(lines === 0 && ENDS_WITH_HINT.test(above.slice(-48)))) return at + 1
    at = above.lastIndexOf('\n')
    if (!isAnnouncing) break
  }
  return at + 1
}

const ANNOUNCING = /(?:[:|[{(\\]|<<-?\s?["']?\w{1,20}["']?|(?:^|\n)\s*["'][^"':\n]{0,64}["'],)\r?$/
const ENDS_WITH_HINT = new RegExp(String.raw`(?:${HINT.source})[\w-]{0,24}[^\w\n]{0,2}$`, 'i')

/** A name that says the value is an id, a hash or a mark of a place. */
const NAMED_ID =
  /(?:(?:^|[^a-z])ids?|[a-z]I[dD]s?|hash|etag|cursor|sha-?\d{0,3}|md5|digest|checksum|fingerprint|integrity|version|commit|revision|nonce|trace|span|uuid|class(?:Name)?|testid|public key|pubkey|signature|mint|serial(?: (?:number|no\.?)(?: \(\w{1,12}\))?)?|[_a-z][bB]y)\\{0,3}["'`]?\s{0,2}[:=-]\s{0,12}\\{0,3}["'`]?$/i

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

/** Between blanks or quotes, and not the name that something is set to: most other words of code are none. */
function isSurelySet(before: string, after: string): boolean {
  return /(?:^|[\s"'`>|])$/.test(before) && /^(?:["'`|@]|<\/|\s(?!\s?[=:{(])|$)/.test(after)
}

/**
 * What nothing hints at, and is one all the same. Longer words are data; those with a short word in front are ids (`cus_…`), and so is
 * what stands behind the kind of a key or of data. Names in camel case, formulas, formats and queries are code.
 */
function isUnannounced(before: string, value: string): boolean {
  return (
    value.length <= 40 &&
    !/^[A-Za-z]{1,8}_|^(?:[A-Za-z]?[a-z]+)(?:[A-Z]{1,4}[a-z]+){1,4}[A-Z]?$/.test(value) &&
    !/^\w{1,3}(?:[*+=^%-]{1,2}\w{1,3})+$|%[%sdHn0-9]|&\w+=/.test(value) &&
    !/^01[0-9A-HJKMNP-TV-Z]{24}$|^c[a-z0-9]{24}$|^P(?:\d+[YMWD])*T?(?:\d+[HMS])*$/.test(value) &&
    !/base64,$|\bssh-\w+ $|\b(?:require|import|from)\s?\(?["']$/.test(before) &&
    isSurelyScrambled(value)
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
