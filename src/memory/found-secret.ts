/**
 * Whether a value found behind the name of a secret is one, by how the two stand: the sign between them, what is around them in
 * the line. The hard part is what is not one: code, help texts, sentences about secrets. The name alone is judged in
 * `secret-name.ts`, the value alone in `secret-value.ts`.
 */
import { isSecretSuffix, type SecretName } from './secret-name.ts'
import {
  isExpression,
  isNaming,
  isPassphrase,
  isPlaceholder,
  isPlain,
  isRandom,
  isReference,
  isSecretValue,
  isStateWord,
  isWords,
  looksRandom,
  type Place,
} from './secret-value.ts'

export interface Found {
  name: SecretName
  operator: string
  sign: string
  /** The part of the word in front of the name, the text before the word, and what stands before it in its line. */
  word: string
  before: string
  line: string
  after: string
  value: string
  inQuotes: boolean
  open: boolean
  between: string
  loud: boolean
}

export function isHit(found: Found): boolean {
  const { operator, name, value, word, line, inQuotes } = found
  if (/^[\s?]/.test(value) || !/[a-z0-9]/i.test(value) || isPlain(value)) return false
  // The beginning of one, shown so that it can be told from others: `auth: 5BNPp0LwvI75...`.
  if (value.length < 16 && /^(?:\.{3}|…)/.test(found.after) && !found.loud) return false
  const suffix = found.open || found.word.startsWith('-') ? singular(name.suffix) : name.suffix
  if (!isSecretSuffix(suffix)) return isLongRandom(found)
  // Code in a sentence: `if all pass → \`save(user)\``.
  if (found.after.startsWith('`') && (isExpression(value) || (/^pass$/i.test(name.said) && !isRandom(value))))
    return false
  // Which key, not the key: the end of its fingerprint.
  if (/key/i.test(name.said + name.suffix) && /^(?:[0-9A-F]{16}|[0-9A-F]{40})$/.test(value)) return false
  // The shell's working directory, not a password.
  if (/^pwd$/i.test(name.said) && /^(?:[/~.]|[A-Za-z]:[\\/])/.test(value)) return false
  if (word.startsWith('-') && /^(?:|,|=)$/.test(operator)) return isFlagValue(found)
  if (operator === '') return isAfterBlank(found)
  if (operator === ',')
    return (
      inQuotes &&
      !found.after.startsWith('`') &&
      (looksRandom(value, 5) || isGivenWithName(found)) &&
      !isNaming(value) &&
      judge(found, 'quoted')
    )
  if (operator === '(') return isArgument(found)
  if (operator.startsWith('>')) return isElement(found)
  if (/^[|│┃]$/.test(operator)) return !inQuotes && looksRandom(value, 5) && !isNaming(value) && judge(found, 'prose')
  if (/^[-–—]$/.test(operator))
    return (
      name.strength === 'strong' &&
      !isExpression(value) &&
      looksRandom(value, 8) &&
      !isNaming(value) &&
      judge(found, 'prose')
    )
  if (/^(?:is|was|es|é|è|to|'s|是|为|は)/.test(operator)) return isSaid(found)
  if (/^:[|>]?[+-]?$/.test(operator.replace(/\s/g, '')) && /\n/.test(found.sign)) return isOnNextLine(found)
  if (isHeader(found)) return value.length >= 4 && !isPlaceholder(value) && !isNaming(value) && !isExpression(value)
  if (inQuotes) return judge(found, 'quoted')
  // `first pass: lexing`.
  if (name.said === 'pass' && word === '' && /(?:^|[;,.] ?)[a-z]+ $/i.test(line) && !looksRandom(value, 6)) return false
  if (/^key$/i.test(name.said) && name.strength === 'weak' && value.length < 16 && !found.loud && word !== '')
    return false
  const isVariable = found.loud && (operator === '=' || isEndOfLine(found.after))
  return judge(found, isVariable && !/\b(?:const|final|val|let|var|static)\s/.test(line) ? 'data' : placeOf(found))
}

function judge({ name: { strength }, loud, value }: Found, place: Place): boolean {
  return isSecretValue({ strength, loud: loud && place !== 'code', value, place })
}

/** `-H "X-Vault-Token: x"`, or a header of its own line: a name of this form is never a sentence's. */
function isHeader({ operator, word, before, value, after, inQuotes }: Found): boolean {
  return (
    operator === ':' &&
    !inQuotes &&
    /^[A-Za-z][\w-]*-$/.test(word) &&
    /(?:["']|(?:^|\n)[<>*]?[ \t]?)$/.test(before) &&
    !/\s/.test(value) &&
    /^(?:["'\r\n\\]|$)/.test(after)
  )
}

/** `setenv("DB_PASSWORD", "x")`, `headers.add("X-Api-Key", "x")`: a call that sets a name, or the name of a variable. */
function isGivenWithName({ name, value, loud, between, line, after }: Found): boolean {
  return (
    (loud ? name.strength !== 'weak' : SETTER.test(line)) &&
    /["']/.test(between) &&
    value.length >= 5 &&
    !/\s/.test(value) &&
    /^\\{0,3}["']\s?[),]/.test(after)
  )
}

const SETTER =
  /(?:set|put|add|append|define|env|var|header|propert|option|param)\w*\(\s?(?:["'][^"'\n]{0,40})?["']?[\w-]{0,40}$/i

/** A name like `passwordField` or `token_hash` does not say that a secret follows: only what can be nothing else is one. */
function isLongRandom({ name, value, operator }: Found): boolean {
  if (operator === '' || name.strength === 'weak' || isPlaceholder(value) || isExpression(value)) return false
  return value.length >= 20 && looksRandom(value, 20) && /\d/.test(value) && !/[/\\]/.test(value) && !isWords(value)
}

/** Data or code, of a value without quotes. */
function placeOf({ sign, operator, line, after, value, before }: Found): Place {
  if (/^(?:=>|->|<-|:=|\|\|=?|\?\?)$/.test(operator)) return operator === '->' ? 'prose' : 'code'
  if (
    !isInString(line) &&
    (/(?:^|[^\w-])(?:const|let|var|val|def|func|fn|function|return|public|private|protected|static|final|readonly|string|String|auto|interface|import)\s|\b(?:self|this)\.$/.test(
      line,
    ) ||
      isInCall(line))
  )
    return 'code'
  const isTight = /^[=:]$/.test(sign)
  if (
    isTight &&
    /(?:[;&?,[{]\s?|^\s*|["'\s])(?:(?:-D|--?)?[\w-]{1,40}(?:\.[\w-]{1,40}){0,8}\.)?$/.test(line) &&
    /^(?:[\s;&,\]}"'`]|\\n|$)/.test(after)
  )
    return 'data'
  if (/^\s*(?:;|=>|\?\?|\|\||&&|\?\s|[+*<]|===?|!==?|as\s|if\s|or\s|and\s|else\s)/.test(after)) return 'code'
  if (/^,/.test(after) && !isTight) return 'code'
  if (!isEndOfLine(after)) return 'prose'
  if (looksRandom(value, 6)) return 'data'
  return CODE_NEARBY.test(before.slice(-160)) || CODE_NEARBY.test(after) ? 'code' : 'data'
}

const CODE_NEARBY =
  /(?:^|\n)[ \t]*(?:const|let|var|import|def|class|function|func|fn|return|public|private|export const|interface|type|async|@\w+)\s|[;{(][ \t]*(?:\n|$)|=>|\(\)/

/** A string is open: what stands in it is no code. */
function isInString(line: string): boolean {
  return line.split('"').length % 2 === 0
}

/** Among the arguments of a call, and not inside one that is text. */
function isInCall(line: string): boolean {
  const open = line.lastIndexOf('(')
  const given = line.slice(open + 1)
  if (open < 1 || given.includes(')') || !/\w/.test(line.charAt(open - 1))) return false
  return given.split('"').length % 2 === 1 && given.split("'").length % 2 === 1
}

function isEndOfLine(after: string): boolean {
  return /^["'`)\]}*.]{0,3}[ \t]*(?:\r?\n|\\[nr]|$|#|\/\/|--|\*\/)/.test(after)
}

/** `set the password to x`, `the password is x`. */
function isSaid(found: Found): boolean {
  const { value, after, inQuotes, name } = found
  if (isPlaceholder(value) || isNaming(value)) return false
  if (found.operator === 'to' && !/\d/.test(value) && !/\b(?:set|chang|reset|updat)\w{0,3}\b/i.test(found.before))
    return false
  if ((inQuotes && name.strength !== 'weak') || (looksRandom(value, 6) && !isStateWord(value)))
    return isSecretValue({ strength: 'strong', loud: false, value, place: 'quoted' })
  return (
    /^is/.test(found.operator) &&
    name.strength === 'strong' &&
    value.length >= 8 &&
    isEndOfLine(after) &&
    !isStateWord(value) &&
    !isReference(value)
  )
}

function isOnNextLine(found: Found): boolean {
  const { value, after, name, sign, inQuotes } = found
  // A key of the mapping that begins here, or an item of a list of names.
  if (/:$/.test(value) || /^["'`]?:/.test(after) || !isEndOfLine(after)) return false
  if (inQuotes) return judge(found, 'quoted')
  if (sign.endsWith('- ')) return looksRandom(value, 8) && judge(found, 'data')
  if (name.strength !== 'strong') return looksRandom(value, 8) && !isWords(value)
  return judge(found, looksRandom(value, 6) || /[|>]|[ \t]$/.test(sign) ? 'data' : 'prose')
}

/** `setPassword("x")`, `.password("x")`: an argument in quotes; in a sentence `the password (x)`. */
function isArgument(found: Found): boolean {
  const { value, word, before, inQuotes, sign } = found
  if (!inQuotes) return /^\s/.test(sign) && found.name.strength !== 'weak' && looksRandom(value, 8) && !isNaming(value)
  if (
    /^(?:set|with|use|put|update|change|new)?[A-Z_]?\w{0,12}$/.test(word) &&
    (word !== '' || /[.]$/.test(before)) &&
    !/^(?:get|has|is|find|read)/i.test(word)
  )
    return !isNaming(value) && judge(found, 'quoted') && (looksRandom(value, 4) || value.length >= 6)
  return looksRandom(value, 8) && /\d|^[A-Za-z]+$/.test(value) && !isNaming(value) && judge(found, 'quoted')
}

/** `<password>x</password>`, `<entry key="password">x<`. */
function isElement(found: Found): boolean {
  const isClosed = /^(?:\]\]>)?<\//.test(found.after)
  if (!isClosed || found.name.strength === 'weak' || /^[A-Z][a-z]+$/.test(found.value)) return false
  return judge(found, 'quoted') || (found.value.length >= 6 && looksRandom(found.value, 5) && !isNaming(found.value))
}

/** A command-line flag. Several blanks stand in a help text, between an option and its description. */
function isFlagValue(found: Found): boolean {
  const { value, sign, name, operator, inQuotes } = found
  if (value.length < 3 || value.startsWith('-') || isPlaceholder(value)) return false
  if (operator === ',' && !inQuotes) return false
  if (/[ \t]{2}/.test(sign)) return looksRandom(value, 6) && !isWords(value)
  if (/^[A-Z_]+$/.test(value) && !looksRandom(value, 8)) return false
  if (name.strength !== 'weak') return !isExpression(value) || looksRandom(value, 8)
  return looksRandom(value, 8)
}

/** Only a blank or a line break between: netrc's `password x`, redis' `requirepass x`, columns, C's `#define PASSWORD "x"`, a sentence. */
function isAfterBlank(found: Found): boolean {
  const { name, sign, value, line, after, inQuotes, loud } = found
  if (isPlaceholder(value) || value.startsWith('-') || isExpression(value) || isReference(value)) return false
  // Behind a closing quote stands the next attribute or argument.
  if (!inQuotes && (/["'`]/.test(found.between) || /^(?:[a-z][a-z_:@-]{0,40}=|[A-Za-z][\w:@-]{0,40}=$)/.test(value)))
    return false
  if (/^(?:requirepass|masterauth)$/i.test(found.word + name.said)) return true
  if (/^password$/i.test(name.said) && /login\s+\S+\s+$/.test(found.before)) return true
  if (inQuotes)
    return (
      name.strength !== 'weak' &&
      (looksRandom(value, 5) || (name.strength === 'strong' && isStatement(found))) &&
      judge(found, 'quoted')
    )
  const isAlone = isEndOfLine(after)
  if (/\n/.test(sign))
    return (
      isAlone &&
      name.strength !== 'weak' &&
      looksRandom(value, 8) &&
      !isWords(value) &&
      /\d|[A-Z].*[a-z].*[A-Z]/.test(value)
    )
  // `ENV DB_PASSWORD x`, and a table of variables.
  if (loud && name.strength !== 'weak' && /_/.test(found.word + name.said))
    return isAlone && (looksRandom(value, 6) || isDeclared(found)) && judge(found, 'data')
  if (/^key$/i.test(name.said))
    return name.strength === 'strong' && isAlone
      ? isRandom(value)
      : looksRandom(value, 10) && !isWords(value) && /\d/.test(value)
  if (name.strength === 'weak' || isStateWord(value)) return false
  const isColumn = / {2}|\t/.test(sign) && isAlone && /^[\s│|+*-]*$/.test(line)
  if (isColumn) return judge(found, 'data') && (looksRandom(value, 6) || value.length >= 8)
  if (name.strength === 'token')
    return name.suffix === '' && isRandom(value) && (/\d/.test(value) || isPassphrase(value)) && !isNaming(value)
  return looksRandom(value, isAlone ? 6 : 8) && !isNaming(value) && judge(found, 'prose')
}

/** `storePassword "x"`, `LOGIN PASSWORD 'x'`: a word of code, not of a sentence. */
function isStatement({ name, word, line, value, after }: Found): boolean {
  const isCode = word !== '' || name.said === name.said.toUpperCase() || /^\s*$|[{(:,]\s?$/.test(line)
  return (
    isCode &&
    value.length >= 6 &&
    !/\s/.test(value) &&
    !isStateWord(value) &&
    !isNaming(value) &&
    !/^["']\s?\w/.test(after)
  )
}

/** `ENV DB_PASSWORD x`, `setx DB_PASSWORD x`, or a column of its own: not the name in a sentence. */
function isDeclared({ line, sign }: Found): boolean {
  return (
    / {2}|\t/.test(sign) || /(?:^|[\s"'])(?:ENV|ARG|set(?:x|env)?|-[gUx]{1,3}|#define|export)\s+$|^\W*$/i.test(line)
  )
}

function singular(suffix: string): string {
  return suffix.replace(/s$/i, '')
}
