/**
 * Secrets known by the name in front of them: `PASSWORD=…`, `"api_key": "…"`, `--token …`, "the password is …".
 * The hard part is what is not one: types (`password: string`), variables (`process.env.API_KEY`), calls
 * (`token = getToken()`) and labels. A wrongly redacted word costs little, a leaked one much: in doubt it goes.
 */

/** Names whose value is a secret whatever it looks like. */
const STRONG =
  'pass(?:word|wd|phrase|code)|pwd|secret|api[_-]?key|apikey|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|master[_-]?key|storage[_-]?key|account[_-]?key|contrase[ñn]a|requirepass'
/** Names that also mean harmless things (a lexer's token): their value must look like a secret. */
const WEAK = 'token|credentials?|jwt|session[_-]?key|auth|dsn'

const MAX_VALUE = 512

const ASSIGNMENT = new RegExp(
  [
    `(?:(?<strong>${STRONG})|(?<weak>${WEAK}))`,
    '(?<suffix>[A-Za-z0-9_-]{0,40})',
    // What may stand between a name and its sign: quotes, brackets of a subscript, an annotated text type.
    String.raw`(?<between>[\\"'\`\])]{0,6}(?:\s{0,4}\??:\s{0,4}(?:string|str|String|&'static str|&str|Optional\[str\]|SecretStr)(?=\s{0,4}=))?)`,
    String.raw`(?<sign>\s{0,16}(?:=>|:=|=(?![=~>])|:(?!:)|\|\||\?\?|,)[ \t]{0,16}|>|[ \t]{1,16}(?:is|was|es)[ \t:]{1,4}|[ \t]{1,8}|\r?\n)`,
    // In JSON text the quotes themselves are escaped, and an escaped quote then ends the value.
    String.raw`(?:\\{1,4}(?<quote>["'\`])(?<escaped>(?:(?!\k<quote>)[^\n\\]|\\[^\n"'\`]){1,${MAX_VALUE}})|(?<quote2>["'\`])(?<quoted>(?:(?!\k<quote2>)[^\n\\]|\\[^\n]){1,${MAX_VALUE}})|(?<plain>[^\s"'\`<>]{1,${MAX_VALUE}}))`,
  ].join(''),
  'gi',
)

const KEYWORD = new RegExp(`${STRONG}|${WEAK}`, 'i')

export function redactAssignments(text: string): string {
  if (!KEYWORD.test(text)) return text
  const kept: string[] = []
  let from = 0
  ASSIGNMENT.lastIndex = 0
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const found = secretIn(match, text)
    if (found === undefined) {
      // The skipped value may itself be a name: `secret: password=…`. Go on right behind the name.
      ASSIGNMENT.lastIndex = match.index + (match.groups?.strong ?? match.groups?.weak ?? ' ').length
      continue
    }
    kept.push(text.slice(from, found.start), `[redacted:${found.kind}]`)
    from = found.end
    ASSIGNMENT.lastIndex = found.end
  }
  if (kept.length === 0) return text
  kept.push(text.slice(from))
  return kept.join('')
}

/** The same judgement for a field of an object: the value, or a mark in its place. */
export function redactNamedValue(name: string, value: string): string {
  if (value.length < 3 || isPlaceholder(value)) return value
  if (/^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i.test(name)) return '[redacted:authorization]'
  const found = new RegExp(`(?:(?<strong>${STRONG})|(?<weak>${WEAK}))(?<suffix>[A-Za-z0-9_-]{0,40})$`, 'i').exec(name)
  if (found === null) return value
  const { strong, weak, suffix = '' } = found.groups ?? {}
  const facts = {
    name: strong ?? weak ?? '',
    strong: strong !== undefined,
    suffix,
    value,
    quoted: true,
    loud: isLoud(name),
  }
  return isSecret(facts) ? `[redacted:${kindOf(strong ?? weak ?? '')}]` : value
}

function secretIn(match: RegExpExecArray, text: string): Hit | undefined {
  const { strong, weak, suffix = '', sign = '', escaped, quoted, plain = '' } = match.groups ?? {}
  const name = strong ?? weak ?? ''
  const operator = sign.trim().toLowerCase()
  const inQuotes = escaped ?? quoted
  const value = inQuotes ?? trimPlain(plain, operator)
  const start = match.index + match[0].length - (inQuotes ?? plain).length
  const end = start + value.length
  const before = text.slice(Math.max(0, match.index - 200), match.index)
  // Our own marks hold such names too.
  if (before.endsWith('[redacted:')) return undefined
  const word = wordAtEnd(before)
  const alone = operator === ':' && /^[ \t]*(?:\r?\n|\\n|$|#)/.test(text.slice(end, end + 8))
  // `;Password=x;` of a connection string and `?token=x&` of a URL hold data as well.
  const asData = sign === '=' && /[;&?]$/.test(before.slice(0, before.length - word.length))
  const facts: Facts = {
    name,
    strong: strong !== undefined,
    suffix,
    value,
    // `password: hunter` alone on its line, as in YAML, is as good as quoted.
    quoted: inQuotes !== undefined || (alone && /^[a-z]+$/.test(value)),
    loud: asData || (isLoud(word + name + suffix) && (sign === '=' || alone)),
  }
  const around = { sign, word, before, inQuotes: inQuotes !== undefined, closed: text.startsWith('</', end) }
  if (!isHit(operator, facts, around)) return undefined
  return { start, end: value.length < MAX_VALUE ? end : endOfRun(text, end), kind: kindOf(name) }
}

interface Around {
  sign: string
  word: string
  before: string
  inQuotes: boolean
  closed: boolean
}

function isHit(operator: string, facts: Facts, around: Around): boolean {
  if (operator === '') return isAfterBlank(facts, around)
  // An argument list: `["--password", "x"]`.
  if (operator === ',' && around.word.startsWith('-')) return facts.quoted && isFlagValue(facts)
  if (operator === ',') return facts.quoted && looksRandom(facts.value, 16) && isSecret(facts)
  if (operator === '>') {
    const isElement = around.closed && facts.strong && !/^[A-Z][a-z]+$/.test(facts.value)
    return isElement && isSecret({ ...facts, quoted: true })
  }
  if (/^(?:is|was|es)/.test(operator)) return looksRandom(facts.value, 6) && isSecret({ ...facts, quoted: true })
  return isSecret(facts)
}

/** A value longer than the pattern takes at once is redacted to its end all the same. */
function endOfRun(text: string, from: number): number {
  const rest = /[\s"'`]/g
  rest.lastIndex = from
  return rest.exec(text)?.index ?? text.length
}

/** Only a blank between: a command-line flag, netrc's `password x`, redis' `requirepass x`, C's `#define PASSWORD "x"`. */
function isAfterBlank(facts: Facts, around: Around): boolean {
  if (isPlaceholder(facts.value)) return false
  // Several blanks stand in a help text, between an option and its description.
  if (around.word.startsWith('-'))
    return isFlagValue(facts) && (!/\s\s/.test(around.sign) || looksRandom(facts.value, 6))
  const name = facts.name.toLowerCase()
  if (name === 'requirepass') return true
  if (name === 'password' && /login\s+\S+\s+$/.test(around.before)) return true
  return around.inQuotes && facts.strong && looksRandom(facts.value, 6) && isSecret(facts)
}

interface Hit {
  start: number
  end: number
  kind: string
}

interface Facts {
  name: string
  strong: boolean
  suffix: string
  value: string
  quoted: boolean
  /** An environment variable's name (`DB_PASSWORD`): what follows is data, never an expression. */
  loud: boolean
}

function isSecret({ name, strong, suffix, value, quoted, loud }: Facts): boolean {
  if (value.length < 3 || isPlaceholder(value)) return false
  // The shell's working directory, not a password.
  if (/^pwd$/i.test(name) && /^(?:[/~.]|[A-Za-z]:[\\/])/.test(value)) return false
  if (!quoted && !loud && isCode(value)) return false
  if (!isSecretSuffix(suffix)) return looksRandom(value, 20) && !/[/\\]/.test(value) && !isWords(value)
  if (loud && !quoted && /^(?:process\.env|os\.environ|import\.meta|env\.|secrets\.)/.test(value)) return false
  if (!strong) return looksRandom(value, 8) || (value.length >= 20 && !/\s/.test(value) && !isWords(value))
  if (loud) return !/^\d{1,5}$/.test(value)
  // A label in an interface: `password: "Enter your password"`.
  if (/\s/.test(value) && /^[A-Z]/.test(value)) return false
  if (!quoted) return looksRandom(value, 4)
  return true
}

function isFlagValue(facts: Facts): boolean {
  if (facts.value.length < 3 || facts.value.startsWith('-') || isPlaceholder(facts.value)) return false
  if (!isSecretSuffix(facts.suffix)) return looksRandom(facts.value, 20) && !/[/\\]/.test(facts.value)
  return facts.strong || /^token$/i.test(facts.name) || looksRandom(facts.value, 8)
}

/** `API_KEY_PROD`, `password2` and `secretKey` are still secrets; `tokenizer`, `passwordField` and `token_count` are not. */
function isSecretSuffix(suffix: string): boolean {
  return /^(?:[_-]?(?:\d{1,3}|key|value|val|string|str|text|base64|b64|access[_-]?key|token|secret|prod|production|dev|development|stag(?:e|ing)|test|live|main|primary|secondary|default|old|new|current|admin|root|user|db|database|master|plain|raw))*$/i.test(
    suffix,
  )
}

function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$\{|\$\(|\$[A-Za-z_]\w*$|\{\{?|<|%[({A-Za-z]|\*{3}|x{3,}$|\.{3}|…|#\{|@|&)/i.test(value) ||
    /^\[(?:redacted:|private\]|REDACTED)/.test(value) ||
    value.startsWith('toolu_') ||
    TYPE_WORDS.has(value.replace(/[\])}|;,?]+$/, '').toLowerCase())
  )
}

const TYPE_WORDS = new Set(
  'string str text varchar char number int integer boolean bool bytes buffer any unknown object null undefined nil none true false void never optional required password passwd secret token self this new await return function const let var type and or not the a an is in of for to with if'.split(
    ' ',
  ),
)

/** An unquoted value that is an expression or a type rather than data. */
function isCode(value: string): boolean {
  const core = value.replace(/[;:,)\]}|?!]+$/, '')
  return (
    /[([{]|^\/[*/]/.test(core) ||
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(core) ||
    isIdentifier(core) ||
    /^(?:&|!|\||=|-?\d{1,3}(?:\.\d+)?$)/.test(core) ||
    core === ''
  )
}

/** A variable or a type, as far as its looks tell: no digits scattered in it, and made of words when it is long. */
function isIdentifier(core: string): boolean {
  if ((core.match(/\d+/g)?.length ?? 0) > 2 || (core.length >= 20 && !isWords(core))) return false
  return /^(?:[A-Za-z_$]+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z]+(?:[A-Z][a-z0-9]*)*)$/.test(core)
}

/** Letters with digits or symbols among them: no word of a language, no number. */
function looksRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || /\s/.test(value)) return false
  if (!/[A-Za-z]/.test(value)) return /^\d{6,}$/.test(value) && minLength <= 8
  return /\d/.test(value) || /[!@#$%^&*+=~]/.test(value) || (value.length >= 20 && !isWords(value))
}

/** `kebab-case-words`, `some.dotted.name`, `CamelCase`: made of words, however long. */
function isWords(value: string): boolean {
  if (value.length > 128) return false // Nobody names anything that long, and hostile text must stay cheap.
  const parts = value.split(/[-_./:]|(?<=[a-z])(?=[A-Z])/)
  if (value.length >= 20 && value.length / parts.length < 4) return false
  return parts.every((part) =>
    /^(?:[A-Za-z][a-z]{0,15}\d{0,3}|[A-Z]{1,15}\d{0,3}|[A-Z]{2,4}[a-z]{1,15}|\d{1,4})?$/.test(part),
  )
}

/** In code an unquoted value ends at punctuation; in a URL at `&`; at the end of a sentence the full stop stays outside. */
function trimPlain(plain: string, operator: string): string {
  const first = operator === '=' ? plain.split(/[&;]/, 1)[0] : plain
  return (first ?? plain).replace(/\\[nrt].*$/s, '').replace(/[;,)\]}.\\]+$/, '')
}

/** In JSON text a line begins behind a written-out `\n`, whose letter is no part of the name. */
function wordAtEnd(before: string): string {
  const word = /[A-Za-z0-9_-]{0,64}$/.exec(before.slice(-64))?.[0] ?? ''
  const isEscaped = /^[nrt]/.test(word) && before.charAt(before.length - word.length - 1) === '\\'
  return isEscaped ? word.slice(1) : word
}

function isLoud(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name.replace(/^-+/, ''))
}

function kindOf(name: string): string {
  const plain = name.toLowerCase().replace(/[_-]/g, '')
  if (/^pass|^pwd|^requirepass|^contrase/.test(plain)) return 'password'
  if (/key$/.test(plain)) return 'api-key'
  if (/^(?:token|jwt|auth)/.test(plain)) return 'token'
  return 'secret'
}
