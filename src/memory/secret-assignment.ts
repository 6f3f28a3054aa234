/**
 * Secrets known by the name in front of them: `PASSWORD=…`, `"api_key": "…"`, `--token …`, "the password is …". Finds name,
 * sign and value in any notation; whether they are a secret is judged in `found-secret.ts`.
 * Linear: a match is bounded in length, and the search goes on behind the name or behind what was found.
 */
import { type Found, isHit } from './found-secret.ts'
import { isSecret, MOST_REPEATED, withoutRepeats } from './hinted-secret.ts'
import { isLoud, kindOf, NAME_BEGINNINGS, SECRET_NAME, secretName } from './secret-name.ts'
import { makeWordMarks } from './word-marks.ts'

const MAX_VALUE = 512

/** Between a name and its sign: quotes, brackets of a subscript, stars of Markdown, an annotated text type, whose secret it is. */
const BETWEEN = String.raw`(?<between>(?:[ \t]key(?:[ \t]base)?)?[\\"'\`\])*]{0,6}(?:\}(?==))?(?:\s{0,4}\??:\s{0,4}(?:string|str|String|&'static str|&str|Optional\[str\]|SecretStr)(?=\s{0,4}=)|[ \t](?:string|str|String)(?=\s{0,4}=)|[ \t]\([\w ./-]{1,24}\)(?=:)|[ \t](?:for|of|on)[ \t][\w.@'"-]{1,40}(?=\s{0,2}[:=]))?)`

const SIGN = [
  // The value on one of the next lines, also as a block of YAML or the first item of a list.
  String.raw`:[ \t]{0,4}(?:[|>][+-]?)?[ \t]{0,4}(?:\r?\n[ \t]{0,40}){1,3}(?:- )?`,
  String.raw`\s{0,16}(?:\|\|=|=>|->|<-|%3D|→|:=|=(?![=~>])|:(?!:)|\|\||\?\?|,)\*{0,2}[ \t]{0,16}`,
  String.raw`\s{0,4}=>\s{0,16}string\(\d{1,4}\)\s|[ \t]{1,4}\.{3,60}[ \t:]{1,4}|[ \t]\.[ \t](?=")|[ \t]{0,4}(?:是|为|は|：)[ \t]{0,4}`,
  String.raw`>(?:<!\[CDATA\[)?`,
  String.raw`[ \t]{1,16}(?:is now|is|was|es|ist|est|é|è|to)[ \t:]{1,4}|'s[ \t]{1,4}`,
  String.raw`[ \t]{0,40}[|│┃][ \t]{1,16}`,
  String.raw`[ \t]{1,4}[-–—][ \t]{1,4}`,
  String.raw`[ \t]{0,2}\([ \t]{0,4}`,
  String.raw`[ \t]{1,40}`,
  String.raw`(?:\r?\n[ \t]{0,16}){1,2}`,
].join('|')

/** A list or an object that holds the value: `["x"`, `("x"`, `{ "value": "x"`. */
const OPEN = String.raw`(?:!!\w{1,8}[ \t]|<<(?="))?(?<open>(?:\[(?!redacted:|private\])|\()\s{0,16}|\{\s{0,16}\\{0,2}["']?(?:value|val|text|data|current|old|new|plain|default)\\{0,2}["']?\s{0,4}[:=]\s{0,4})?`

/** In JSON text the quotes themselves are escaped, and an escaped quote then ends the value. */
const VALUE = String.raw`(?:[bfrubL@]{0,2}\\{1,4}(?<quote>["'\`])(?<escaped>(?:(?!\k<quote>)[^\n\\]|\\[^\n"'\`]){1,${MAX_VALUE}})|[bfrubL@]{0,2}(?<quote2>"""|'''|["'\`])(?<quoted>(?:(?!\k<quote2>)[^\n\\]|\\[^\n]){1,${MAX_VALUE}})|(?<plain>[^\s"'\`<>]{1,${MAX_VALUE}}))`

const ASSIGNMENT = new RegExp(`${SECRET_NAME}${BETWEEN}(?<sign>${SIGN})${OPEN}${VALUE}`, 'iy')
const NAMES = makeWordMarks([], NAME_BEGINNINGS)
/** Everyday words that begin like a name and are none (`goesOn` in secret-name.ts says the same): not worth the whole pattern. */
const EVERYDAY = /pass(?!w|phr|code|s(?![a-z]))[a-z]|key(?!s(?![a-z]))[a-z]|author|authen|tokeni/y
/** The next string of a list or of an object whose first one was a secret. */
const NEXT_ITEM =
  /\\{0,2}["'`]\s{0,40},\s{0,40}(?:\\{0,2}["'][\w-]{1,40}\\{0,2}["']\s{0,4}:\s{0,4})?\\{0,2}["'`](?<item>[^"'`\n\\]{3,512})/y

/** `places`: where a name may begin, if that is known. */
export function redactAssignments(text: string, places = NAMES.search(text).places): string {
  const kept: string[] = []
  const found = new Set<string>()
  let from = 0
  const take = ({ start, end, kind }: Hit) => {
    kept.push(text.slice(from, start), `[redacted:${kind}]`)
    if (found.size < MOST_REPEATED && isSecret(text.slice(start, end))) found.add(text.slice(start, end))
    from = end
  }
  // The name that is being looked at goes up to here; `passphrase` is not looked at again as `pass`.
  let next = 0
  for (const place of places) {
    if (place < next) continue
    EVERYDAY.lastIndex = place
    if (EVERYDAY.test(text)) continue
    ASSIGNMENT.lastIndex = place
    const match = ASSIGNMENT.exec(text)
    if (match === null) continue
    const hit = secretIn(match, text)
    if (hit === undefined) {
      // The skipped value may itself be a name: `secret: password=…`. Go on right behind the name.
      next = place + (match.groups?.said?.length ?? 1)
      continue
    }
    take(hit)
    if (match.groups?.open !== undefined) for (const item of itemsBehind(text, hit)) take(item)
    next = from
  }
  if (kept.length === 0) return text
  kept.push(text.slice(from))
  return withoutRepeats(kept.join(''), found)
}

interface Hit {
  start: number
  end: number
  kind: string
}

function secretIn(match: RegExpExecArray, text: string): Hit | undefined {
  const { sign = '', escaped, quoted, plain = '', open, between = '' } = match.groups ?? {}
  const operator = sign.trim().toLowerCase()
  const inQuotes = escaped ?? quoted
  const whole = inQuotes ?? trimPlain(plain, { operator, open: open ?? '' })
  // Both in one: `credentials=bob:x`.
  const user = /^cred/i.test(match.groups?.said ?? '') ? (/^[\w.@-]{1,40}:(?=[^/])/.exec(whole)?.[0] ?? '') : ''
  const value = whole.slice(user.length)
  if (!/[a-z0-9]/i.test(value)) return undefined
  const word = wordBefore(text, match.index)
  const before = text.slice(Math.max(0, match.index - 200), match.index - word.length)
  const name = secretName(match.groups ?? {}, { word, before, sign })
  if (name === undefined) return undefined
  // Our own marks and Amazon's names of resources hold such names too.
  if (before.endsWith('[redacted:') || (before.includes('arn:') && /\barn:[\w:/-]{1,120}$/.test(before + word)))
    return undefined
  const start = match.index + match[0].length - (inQuotes ?? plain).length + user.length
  const end = start + value.length
  const found: Found = {
    ...{ operator, sign, word, value },
    name: user === '' ? name : { ...name, strength: 'strong' },
    before,
    line: lineAtEnd(before).slice(-160),
    after: text.slice(end, end + 40),
    inQuotes: inQuotes !== undefined,
    open: open !== undefined || sign.endsWith('- '),
    between,
    loud: isLoud(word + name.said + name.suffix),
  }
  if (!isHit(found)) return undefined
  return { start, end: value.length < MAX_VALUE ? end : endOfRun(text, end), kind: kindOf(name.said) }
}

function* itemsBehind(text: string, hit: Hit): Generator<Hit> {
  let { end } = hit
  for (;;) {
    NEXT_ITEM.lastIndex = end
    const item = NEXT_ITEM.exec(text)?.groups?.item
    if (item === undefined) return
    end = NEXT_ITEM.lastIndex
    yield { start: end - item.length, end, kind: hit.kind }
  }
}

/** A value longer than the pattern takes at once is redacted to its end all the same. */
function endOfRun(text: string, from: number): number {
  const rest = /[\s"'`]/g
  rest.lastIndex = from
  return rest.exec(text)?.index ?? text.length
}

/** In code an unquoted value ends at punctuation; in a URL at `&`; at the end of a sentence the full stop stays outside. */
function trimPlain(plain: string, { operator, open }: { operator: string; open: string }): string {
  const first = operator === '=' || operator === '' ? plain.split(/[&;]/, 1)[0] : plain
  const inList = open === '' ? (first ?? plain) : ((first ?? plain).split(/[,\])]/, 1)[0] ?? plain)
  return inList
    .replace(/\\[nrt].*$/s, '')
    .replace(/,[a-z_]{1,24}=.*$/is, '')
    .replace(/[;,)\]}.\\*]{1,16}$/, '')
}

/** Line breaks may be written out. */
function lineAtEnd(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const written = line.lastIndexOf('\\n')
  return written === -1 ? line : line.slice(written + 2)
}

/** In JSON text a line begins behind a written-out `\n`, whose letter is no part of the name. */
function wordBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && start > end - 64 && isInName(text.charCodeAt(start - 1))) start -= 1
  const isEscaped = start > 0 && text.charCodeAt(start - 1) === BACKSLASH && /[nrt]/.test(text.charAt(start))
  return text.slice(isEscaped && start < end ? start + 1 : start, end)
}

const BACKSLASH = 92

/** Letters, digits, `_` and `-`. */
function isInName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  )
}
