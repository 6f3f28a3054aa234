/**
 * Secrets given to a call that does not name them: `jwt.sign(claims, "x")`, `new NetworkCredential("bob", "x")`, and the values of a
 * row in SQL, whose columns do. What looks random among the strings goes. A call is looked at for `REACH` characters.
 */
import { isNaming, isRandom } from './secret-value.ts'
import { makeRuleFinder, type WordMark } from './word-marks.ts'

/** How the functions are called, without what stands before a dot; `_` for anything. */
const FUNCTIONS =
  'login connect basic authenticate authentication_ auth basic_auth basicauth basicauth_ basicauthentication setbasicauth httpbasicauth http_basic_auth credential credentials networkcredential urlcredential usernamepassword_ passwordauthentication pscredential plainauth getconnection createconnection mysqli mysqli_connect mysql_real_connect mysql_connect pdo sequelize begin create_user create_superuser createuser createasync twilio stripe sign verify encode decode signwith hmac hmac256 hmac384 hmac512 hmacsha256 hmacsha512 createhmac createcipher createcipheriv createdecipheriv encrypt decrypt cookieparser cookiesession hash hashsync hashpw compare comparesync password_hash password_verify make fernet from_secret symmetricsecuritykey secretkeyspec load pgp_sym_encrypt pgp_sym_decrypt changeuserpassword password bearer_auth bearerauth crypt md5 sha1 sha256 bytes new createclient algoliasearch btoa b64encode authenticationheadervalue ftp'.split(
    ' ',
  )

/** Functions with everyday names take secrets only of these. */
const EVERYDAY: Record<string, RegExp> = {
  ...{
    sign: /jwt|jsonwebtoken|token/i,
    verify: /jwt|token|hasher|argon/i,
    encode: /jwt|basic/i,
    decode: /jwt/i,
    load: /key_?store/i,
  },
  ...{
    begin: /wifi/i,
    make: /hash/i,
    hash: /bcrypt|argon|scrypt|hasher/i,
    compare: /bcrypt|argon/i,
    encrypt: /aes|crypt|cipher|fernet/i,
  },
  ...{
    decrypt: /aes|crypt|cipher|fernet/i,
    auth: /db|redis|client|\$|basic|admin/i,
    md5: /pass|pwd/i,
    sha1: /pass|pwd/i,
    sha256: /pass|pwd/i,
    password: /ssh|[.:]$/i,
    bytes: /key|secret|pass/i,
    new: /aes\.$/i,
    ftp: /=\s$|new\s$/,
  },
}

const WITH_STRING = /^\w{0,60}(?:\s?\([^\n"'`]{0,80}["'`]|\s["'])/
const NAMES = FUNCTIONS.map((name) => name.replace(/_$/, ''))
export const CALL_MARKS: WordMark[] = [...new Set(NAMES)].map(
  (mark): WordMark => ({
    mark,
    isAt: (text, at) =>
      isSecretCall(mark, text.slice(Math.max(0, at - 24), at)) && WITH_STRING.test(text.slice(at, at + 160)),
  }),
)
const callsIn = makeRuleFinder([{ marks: CALL_MARKS }])
const CALL = new RegExp(
  String.raw`(?<![\w-])(?<name>${FUNCTIONS.map((name) => name.replace(/_$/, String.raw`\w{0,24}`)).join('|')})(?:\s?\(|\s(?=["']))`,
  'gi',
)
/** Characters: four arguments. */
const REACH = 240

/** `present`: the marks that stand in the text. */
export function redactCalls(text: string, present: ReadonlySet<WordMark>): string {
  if (callsIn(present).length === 0) return text
  const kept: string[] = []
  let from = 0
  for (const call of text.matchAll(CALL)) {
    const start = call.index + call[0].length
    if (start < from || !isSecretCall(call.groups?.name ?? '', text.slice(Math.max(0, call.index - 24), call.index)))
      continue
    const given = argumentsOf(text.slice(start, start + REACH))
    const safe = given.replace(STRING, (whole: string, quote: string, value: string) =>
      isRandomArgument(value) ? `${quote}[redacted:secret]${quote}` : whole,
    )
    if (safe === given) continue
    kept.push(text.slice(from, start), safe)
    from = start + given.length
  }
  if (kept.length === 0) return text
  kept.push(text.slice(from))
  return kept.join('')
}

const STRING = /(["'`])([^"'`\n]{5,160})\1/g

function isSecretCall(name: string, before: string): boolean {
  return EVERYDAY[name.toLowerCase()]?.test(before) ?? true
}

/** Up to the bracket that closes the call, or to the end of the line. */
function argumentsOf(rest: string): string {
  let quote = ''
  let depth = 0
  for (let at = 0; at < rest.length; at++) {
    const letter = rest.charAt(at)
    if (letter === '\n') return rest.slice(0, at)
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'" || letter === '`') quote = letter
    else if (letter === '(') depth += 1
    else if (letter === ')' && depth === 0) return rest.slice(0, at)
    else if (letter === ')') depth -= 1
  }
  return rest
}

/** No address, path, mail or algorithm. */
function isRandomArgument(value: string): boolean {
  return isRandom(value) && !isNaming(value) && !/[/\s,]|%[sd(]|:\d+$|@[\w-]+\.\w|\.[a-z]{2,5}$/i.test(value)
}

const INSERT =
  /\binsert\s{1,4}into\s{1,4}[^\s(]{1,100}\s{0,4}\((?<columns>[^()\n]{1,400})\)\s{0,8}values\s{0,8}\((?<values>[^()\n]{1,800})\)/gi

export const INSERT_MARK: WordMark = { mark: 'insert', isAt: (text, at) => /\s/.test(text.charAt(at + 6)) }

/** A row written into a table: the name of a column says which of its values is a secret. `present`: the marks in the text. */
export function redactInsertedColumns(text: string, present: ReadonlySet<WordMark>): string {
  if (!present.has(INSERT_MARK)) return text
  return text.replace(INSERT, (whole: string, columns: string, values: string) => {
    const names = columns.split(',')
    const given = values.split(',')
    if (given.length !== names.length) return whole
    const safe = given.map((value, at) =>
      /pass|secret|token|api_?key|pwd/i.test(names[at] ?? '') && /^\s*\\{0,3}['"][^'"]{3,}['"]\s*$/.test(value)
        ? value.replace(/(['"])[^'"\\]{3,}/, '$1[redacted:password]')
        : value,
    )
    return whole.replace(values, () => safe.join(','))
  })
}
