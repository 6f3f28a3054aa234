/**
 * Secrets known by the name in front of them: `PASSWORD=…`, `"api_key": "…"`, `--token …`, "the password is …". Finds name,
 * sign and value in any notation; whether they are a secret is judged in `found-secret.ts`.
 * Linear: a match is bounded in length, and the search goes on behind the name or behind what was found.
 */
import { type Found, isHit } from './found-secret.ts'
import { isLoud, kindOf, MAY_NAME, SECRET_NAME, secretName } from './secret-name.ts'

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

const ASSIGNMENT = new RegExp(`${SECRET_NAME}${BETWEEN}(?<sign>${SIGN})${OPEN}${VALUE}`, 'gi')
/** The next string of a list or of an object whose first one was a secret. */
const NEXT_ITEM =
  /\\{0,2}["'`]\s{0,40},\s{0,40}(?:\\{0,2}["'][\w-]{1,40}\\{0,2}["']\s{0,4}:\s{0,4})?\\{0,2}["'`](?<item>[^"'`\n\\]{3,512})/y

export function redactAssignments(text: string): string {
  if (!MAY_NAME.test(text)) return text
  const kept: string[] = []
  let from = 0
  const take = ({ start, end, kind }: Hit) => {
    kept.push(text.slice(from, start), `[redacted:${kind}]`)
    from = end
  }
  ASSIGNMENT.lastIndex = 0
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const hit = secretIn(match, text)
    if (hit === undefined) {
      // The skipped value may itself be a name: `secret: password=…`. Go on right behind the name.
      ASSIGNMENT.lastIndex = match.index + (match.groups?.said?.length ?? 1)
      continue
    }
    take(hit)
    if (match.groups?.open !== undefined) for (const item of itemsBehind(text, hit)) take(item)
    ASSIGNMENT.lastIndex = from
  }
  if (kept.length === 0) return text
  kept.push(text.slice(from))
  return kept.join('')
}

interface Hit {
  start: number
  end: number
  kind: string
}

function secretIn(match: RegExpExecArray, text: string): Hit | undefined {
  const { sign = '', escaped, quoted, plain = '', open, between = '' } = match.groups ?? {}
  const before = text.slice(Math.max(0, match.index - 200), match.index)
  // Our own marks and Amazon's names of resources hold such names too.
  if (before.endsWith('[redacted:') || /\barn:[\w:/-]{1,120}$/.test(before)) return undefined
  const word = wordAtEnd(before)
  const name = secretName(match.groups ?? {}, { word, before: before.slice(0, before.length - word.length), sign })
  if (name === undefined) return undefined
  const operator = sign.trim().toLowerCase()
  const inQuotes = escaped ?? quoted
  const value = inQuotes ?? trimPlain(plain, { operator, open: open ?? '' })
  const start = match.index + match[0].length - (inQuotes ?? plain).length
  const end = start + value.length
  const found: Found = {
    ...{ name, operator, sign, word, value },
    before: before.slice(0, before.length - word.length),
    line: (
      before
        .slice(0, before.length - word.length)
        .split(/\n|\\n/)
        .at(-1) ?? ''
    ).slice(-160),
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

/** In JSON text a line begins behind a written-out `\n`, whose letter is no part of the name. */
function wordAtEnd(before: string): string {
  const word = /[A-Za-z0-9_-]{0,64}$/.exec(before.slice(-64))?.[0] ?? ''
  const isEscaped = /^[nrt]/.test(word) && before.charAt(before.length - word.length - 1) === '\\'
  return isEscaped ? word.slice(1) : word
}
