/**
 * Whether a value that stands behind the name of a secret is one. What is not: types (`password: string`), variables
 * (`process.env.API_KEY`), calls, placeholders and labels. A wrongly redacted word costs little, a leaked one much: in doubt
 * it goes. Pure; a value is at most a few hundred characters, and every pattern here is linear.
 */
import { isRandomLetters } from './letter-triples.ts'
import { scoreWord } from './scrambled.ts'

/** How the value stands: as data (an environment file, YAML, a flag, a header), as code, or in a sentence. */
export type Place = 'quoted' | 'data' | 'code' | 'prose'

export interface Named {
  /** `password`: a secret whatever it looks like. `token`: also means harmless things. `auth`: mostly means harmless things. */
  strength: 'strong' | 'token' | 'weak'
  /** An environment variable (`DB_PASSWORD`): what follows is data, never an expression. */
  loud: boolean
  value: string
  place: Place
}

export function isSecretValue({ strength, loud, value, place }: Named): boolean {
  if (value.length < 3 || value.includes('${') || isPlaceholder(value) || isPlain(value)) return false
  if (place === 'code') return !isExpression(value) && looksRandom(value, 8) && /\d/.test(value) && !isWords(value)
  if (place !== 'quoted' && isExpression(value)) return false
  if (place === 'quoted' && isLabel(value, loud)) return false
  if (isReference(value)) return false
  if (strength === 'strong' && (place === 'quoted' || loud)) return true
  if (strength === 'token' && loud) return value.length >= 6 || looksRandom(value, 4)
  if (strength === 'strong' && place === 'data') return looksRandom(value, 4) || value.length >= 6
  if (strength === 'weak' && /^[a-z_]{1,20}=/i.test(value)) return false
  if (strength === 'weak')
    return (
      looksRandom(value, 8) && (!isWords(value) || /\d[A-Za-z]/.test(value) || (value.length >= 10 && /\d/.test(value)))
    )
  return looksRandom(value, place === 'prose' ? 6 : 8) || (value.length >= 20 && !/\s/.test(value) && !isWords(value))
}

/** Letters with digits or symbols among them, or letters that make no words. */
export function looksRandom(given: string, minLength: number): boolean {
  // `exposure!`, `**Findings**:` end a sentence or a stretch of Markdown.
  const value = /^[A-Za-z]+[!?:*]+$/.test(given) ? given.replace(/[!?:*]+$/, '') : given
  if (value.length < minLength || /\s/.test(value)) return false
  if (!/[A-Za-z]/.test(value)) return /^\d{6,}$/.test(value) && minLength <= 8
  if (/\d/.test(value) || /[!@#$%^&*+=~]/.test(value)) return true
  if (isRandomLetters(value.replace(/[-_.]/g, '')) || isPassphrase(value)) return true
  // Too short to be read as letters alone, but capitals stand in it as in no name: `eYAcmF`.
  if (value.length < 7) return /[a-z].*[A-Z]|[A-Z]{2}[a-z]/.test(value) && scoreWord(value) < SHORT
  return value.length >= 20 && !isWords(value)
}

/** Half bits, below which six letters are no name: `userId` has 12, `eYAcmF` -20. */
const SHORT = -4

/** Three words or more, as people are told to choose them: `correct-horse-battery`. */
export function isPassphrase(value: string): boolean {
  return /^[a-z]{3,10}(?:[-_.][a-z]{3,10}){2,7}\d{0,4}$/i.test(value) && /[-_]/.test(value) && !isNaming(value)
}

/** As `looksRandom`, and neither words nor an expression: for places where harmless text stands as often. */
export function isRandom(value: string): boolean {
  return (
    looksRandom(value, 6) &&
    (!isWords(value) ||
      isPassphrase(value) ||
      (value.length >= 8 && /[a-z]\d|\d[a-z]/i.test(value) && !/[-_./:\\]/.test(value))) &&
    !isExpression(value)
  )
}

/** `kebab-case-words`, `some.dotted.name`, `CamelCase`: made of words, however long. */
export function isWords(value: string): boolean {
  if (value.length > 128) return false // Nobody names anything that long, and hostile text must stay cheap.
  if (isRandomLetters(value) || LICENCE_KEY.test(value)) return false
  if (/^[a-z]+(?:[-_.](?:[a-z]{1,14}|\d{1,4}|v\d{1,3}))+$/.test(value))
    return !value.split(/[-_.]/).some(isRandomLetters)
  const parts = value.split(/[-_./:]|(?<=[a-z0-9])(?=[A-Z])/)
  if (parts.length > 2 && value.length / parts.length <= (value.length >= 20 ? 4 : 3)) return false
  return parts.every(
    (part) =>
      /^(?:[A-Za-z][a-z]{0,23}\d{0,3}|[A-Z]{1,15}\d{0,3}|[A-Z]{2,4}[a-z]{1,15}|\d{1,4})?$/.test(part) &&
      !isRandomLetters(part.replace(/\d+$/, '')),
  )
}

export function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$\{|\$\(|\$[A-Za-z_]\w*$|\{\{?|<|%[({A-Za-z]+[)}%]?$|%\(|\*{2}|x{3,}$|\.{3}|…|#\{|@[\w.]+@?$|&[A-Za-z_]|[!*]\w+$)/i.test(
      value,
    ) ||
    /^\[(?:redacted:|private\]|REDACTED)|^\W{0,3}(?:REDACTED|REMOVED|MASKED)|\*{3}|^\^?(?:[aA]-[zZ]|0-9)/.test(value) ||
    /^(?:your|my|the|some|insert|enter|replace|change)[-_ ](?:[a-z]+[-_ ]?){1,6}$/i.test(value) ||
    /^(?:toolu|msg|req)_/.test(value) ||
    /^(?:big)?(?:u?int|float)\d{1,3}(?:array|_t)?$/i.test(value) ||
    /^(?:user|db|host|file|table|schema)_?name$|^change_?(?:me|it)$/i.test(value) ||
    NOT_VALUES.has(value.replace(/[\])}|;,?!]{1,8}$/, '').toLowerCase())
  )
}

/** Words that stand where a secret would: types, keywords of languages, states, and what people write in examples. */
const NOT_VALUES = new Set(
  'string str text varchar char number int integer boolean bool bytes buffer any unknown object null undefined nil none true false void never optional required password passwd secret token apikey self this new await return function const let var type and or not the a an is in of for to with if test example foo bar baz dummy fake mock sample placeholder todo tbd hidden masked redacted enabled disabled invalid missing expired inherit include same-origin basic bearer digest oauth oauth2 header cookie query yes no on off auto default public private static readonly final map list array dict optional prohibit-password incorrect wrong empty unset value key name user username email login sufficient flag option argument parameter field manager via from by at as into using on username 1password'.split(
    ' ',
  ),
)

/** Numbers, versions, dates, paths, addresses of the web, ids of browser extensions and of known faults, and where a secret is kept: `file:./key`, `arn:aws:…`, `op://vault/item`. */
export function isPlain(value: string): boolean {
  return /^(?:#[0-9a-f]{3,8}|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]*)?|[0-9a-f]{0,4}:[0-9a-f:.]*:[0-9a-f:./]*|(?:file|env|arn|op|ssm|vault|ref|secretref):.*|[\w.-]+\.(?:pem|key|crt|cer|p12|pfx|jks|txt|json|ya?ml|env)|-?\d{1,5}(?:\.\d+){0,3}|v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?|(?:CVE|GHSA|RFC)-[\w-]+[.,;:]?|[\w.@~-]*(?:\/[\w.@~-]+)+\.[a-z]{1,5}|[a-p]{32}|\d\d(?::\d\d){1,2}Z?|https?:\/\/[^\s@]*|(?:\.{0,2}|~)\/[\w./~@-]*)$/.test(
    value,
  )
}

/** Groups of capitals and digits: `X0G0-NEDA-Z7UC-MEES`. */
const LICENCE_KEY = /^(?=.*\d.*\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,7}$/

/** An unquoted value that can only be an expression or a type: a call, a member, an index, a sigil. */
export function isExpression(value: string): boolean {
  const core = value.replace(/[;:,)\]}|?!]{1,16}$/, '')
  if (core === '' || /^(?:[&!|=]|-?\d{1,3}(?:\.\d+)?$|\/[*/])/.test(core)) return true
  // `getToken(`, `tokens[`, `Option<`, `z.string()`; a password with a bracket in it does not begin like a call.
  if (/^[\w$.:?!>)\]#-]{0,100}(?:[([{]|<\w)/.test(core) && /^[A-Za-z_$@[({]/.test(core)) return true
  if (core.includes('${') || /^(?:this|self)\b/.test(core)) return true
  const parts = core.split(/\?\.|\.|::|->/)
  const isName = (part: string) =>
    /^[A-Za-z_$][\w$]*!?$/.test(part) && (part.length <= 4 || isWords(part.replace(/[$!]/g, '')))
  return parts.length > 1 && parts.every(isName)
}

/** A variable or a thing named for the secret it holds: `hashedPassword`, `my-db-secret`, `secrets.API_KEY`. */
export function isReference(value: string): boolean {
  if (value.length > 64 || !/pass|pwd|token|secret|key|cred|auth/i.test(value)) return false
  const words = value.split(/[-_.:/ ]|(?<=[a-z])(?=[A-Z])/)
  return (
    words.some((word) => NAMING.test(word.replace(/\d$/, ''))) &&
    words.every((word) => /^[A-Za-z]{0,16}\d?$/.test(word) && !isRandomLetters(word))
  )
}

/** Names of methods and formats that follow the word in sentences: `password sha256`, `token base64`. */
export function isNaming(value: string): boolean {
  return (
    isReference(value) ||
    /^(?:sha|md|aes|rsa|utf|base|oauth|http|ipv|rfc|tls|v|ed|pbkdf|argon|scrypt|bcrypt|blake)-?\d{1,5}[a-z]{0,3}(?:-[a-z]{2,6})?$/i.test(
      value,
    )
  )
}

const NAMING =
  /^(?:pass(?:word|wd|phrase|code)?s?|pwd|tokens?|secrets?|keys?|api_?keys?|credentials?|creds?|auth|authToken)$/i

/** Words for people: `password: "Enter your password"`. Of an environment variable a sentence is a passphrase. */
function isLabel(value: string, loud: boolean): boolean {
  if (/^[#.[][\w-]+/.test(value) && /[-\]=#]/.test(value) && isWords(value.replace(/[^\w-]/g, ''))) return true // a selector
  if (!/\s/.test(value)) return /^[A-Z][a-z]+[.:!?…]?$/.test(value) && NAMING.test(value.replace(/[^A-Za-z]/g, ''))
  return !loud && (/^[A-Z¿¡]/.test(value) || /[.:?!…]$/.test(value) || value.split(/\s+/).length > 4)
}

/** How English and Spanish say that something is so: `required`, `necessary`, `obligatoria`. After "is", no secret. */
export function isStateWord(value: string): boolean {
  return /^[a-z]+(?:ed|ing|ly|able|ible|al|ive|ory|ary|ent|ant|ful|less|ic|id|ous|ect|own|ong|ria|rio|ada|ado|ida|ido|one|ere|ame|aded|set|ired)[!?:]*$/i.test(
    value,
  )
}
