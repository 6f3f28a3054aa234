/**
 * Secrets known by the statement, the call or the sentence they stand in: `IDENTIFIED BY 'x'`, `auth=("bob", "x")`, `echo x |
 * docker login --password-stdin`, "use x as the password". Every pattern begins at a fixed word and looks at no more than a few
 * hundred characters behind it, so a text costs its length however it is made.
 */
import { isNaming, isPlaceholder, isPlain, isRandom } from './secret-value.ts'
import { makeRuleFinder, nearby, type WordMark } from './word-marks.ts'

interface Phrase {
  /**
   * One of these stands in every match: one that begins with a letter or a dash begins a word, one that begins with another sign
   * stands anywhere. A pattern that begins with `\b` begins with its hint.
   */
  hints: string[]
  /** Stands in front of a hint that counts, where the pattern does not begin with one. */
  near?: RegExp
  /** `keep` stays before the mark, `value` is the secret. */
  pattern: RegExp
  /** Words of a language are no secret here: only what looks random is. */
  onlyRandom?: boolean
  /** What the mark says, where it is no command. */
  kind?: string
}

/** An argument: in quotes or not, and neither a variable nor the next option. */
const VALUE = String.raw`["']?(?<value>[^\s"'\`$|<>&-][^\s"'\`]{2,200})`
const WORD = String.raw`["'\`]?(?<value>[^\s"'\`$|<>&(){}[\]-][^\s"'\`]{4,120}?)(?=["'\`]?[.,;:!?)]{0,2}(?:\s|$))`
const QUOTED = String.raw`["'](?<value>[^"'\n]{3,200})`
const IDENTIFIED = String.raw`\bidentified\s{1,8}(?:with\s{1,8}["']?\w{1,40}["']?\s{1,8})?(?:by|as)\s{1,8}(?:password\s{1,8})?`
/** How people call a secret in a sentence. */
const CALLED =
  '(?:password|passwd|passphrase|passcode|pass|pwd|pw|pin|token|secret|api key|secret key|access key|credentials?|contraseña|clave|passwort|kennwort|mot de passe|senha)'
const phrase = (
  hints: string[],
  keep: string,
  more: { onlyRandom?: boolean; value?: string; kind?: string; near?: RegExp } = {},
): Phrase => ({
  hints,
  pattern: new RegExp(`(?<keep>${keep})${more.value ?? VALUE}`, 'gi'),
  ...(more.onlyRandom ? { onlyRandom: true } : {}),
  ...(more.kind === undefined ? {} : { kind: more.kind }),
  ...(more.near === undefined ? {} : { near: more.near }),
})

/** What a command that reads a secret from its input has in its line. */
const TAKES_SECRET = String.raw`(?:stdin\b|--with-token|sudo -S|\bsu\b|passwd\b|\blogin\b(?!-)|\bkinit\b|\bsecrets?\b|secret-tool|keystore|vault|cryptsetup|openconnect|passphrase|password|env add|ConvertTo-SecureString|\bauth\b)`

const COMMANDS: Phrase[] = [
  phrase(['pass:'], String.raw`(?:\s|["'=])pass:`),
  phrase(
    ['config', 'configure'],
    String.raw`\bconfig(?:ure)?\s{1,4}(?:--)?(?:set|create|add)\b[^\n|;]{0,200}?\s\S{0,80}(?:secret|token|password|_auth|pass|api_?key)\w{0,20}(?:\s{1,4}|=)`,
  ),
  phrase(['--from-literal'], String.raw`--from-literal[ =]["']?[\w.-]{1,100}=`),
  phrase(['htpasswd'], String.raw`\bhtpasswd\s{1,4}-\w{0,8}b\w{0,8}\s{1,4}(?:[^\s-]\S{0,120}\s{1,4}){1,2}`),
  phrase(['--pin', '--otp'], String.raw`\s--(?:pin|otp)[ =]`),
  phrase(['_pat=', '_pat:'], String.raw`_PAT(?:=|:\s{0,4})`, { onlyRandom: true }),
  // Signed in as somebody: the short option beside `-u` is the password. Of MySQL's clients a name behind a blank is the database.
  phrase(
    ['-u ', '--user'],
    String.raw`\s(?:-[uU]|--user(?:name)?)[ =]\S{1,64}\s{1,4}-[pP] ?(?<!\b(?:mysql|mariadb)[^\n]{0,160})`,
    {
      value: String.raw`["']?(?<value>(?![\d.:/]{1,40}(?:\s|$))[^\s"'\`$|<>&/-][^\s"'\`]{2,200})`,
    },
  ),
  phrase(['-p '], String.raw`\s-[pP] `, {
    value: String.raw`["']?(?<value>(?![\d.:/]{1,40}\s)[^\s"'\`$|<>&/-][^\s"'\`]{2,200})(?=["']?\s{1,4}(?:-[uU]|--user(?:name)?)[ =]\w)`,
  }),
  phrase(
    ['--user', '--auth', '-auth', '--cred', '--login', '--basic', '--proxy-user'],
    String.raw`\s--?(?:user|auth|creds?|credentials|login|userpass|basic|basic-auth|proxy-user)[ =]["']?[^\s:"'$/]{1,64}:`,
    { value: String.raw`(?<value>[^\s"'\`$|<>&/-][^\s"'\`]{5,200})`, onlyRandom: true },
  ),
  // The value comes down a pipe, or from a here-string, to a command that asks for a secret.
  phrase(['echo', 'printf'], String.raw`\b(?:echo|printf)\s{1,4}(?:-[ne]{1,2}\s)?(?:["']?%s(?:\\n)?["']?\s)?`, {
    value: String.raw`["']?(?:[\w.-]{1,40}:)?(?<value>[^\s"'\`$|<>-][^\s"'\`|]{2,200})["']?\s{0,4}\|\s{0,4}(?=[^\n]{0,200}?${TAKES_SECRET})`,
  }),
  phrase(['convertto-securestring'], `["']`, {
    value: String.raw`(?<value>[^"'\s]{3,120})(?=["']\s{0,4}\|\s{0,4}ConvertTo-SecureString)`,
  }),
  phrase(['<<<'], String.raw`${TAKES_SECRET}[^\n<]{0,80}?<<<\s{0,4}`),
  phrase(['<<<'], String.raw`<<<\s{0,4}`, { onlyRandom: true }),
  // A secret printed to a command that would read it from a file.
  phrase(
    ['echo', 'printf'],
    String.raw`(?:pass|secret|token|key|auth|cred)[\w-]{0,24}[ =]{1,2}(?:<\(|["'])(?:echo|printf)\s{1,4}(?:-n )?["']?(?:\w{1,32}(?:\\n|\n))?`,
    { value: String.raw`(?<value>[^\s"'\`$|<>&()-][^\s"'\`()]{2,200})` },
  ),
  phrase(['net use'], String.raw`\bnet use\s[^\n]{0,120}?\\\S{1,80}\s`, {
    value: String.raw`(?<value>[^\s/"'$*][^\s"']{2,120})(?=\s{1,4}/user:)`,
  }),
  phrase(['jdbc:oracle'], String.raw`jdbc:oracle:thin:[^\s/"'@]{1,64}/`, {
    value: String.raw`(?<value>[^\s"'@/]{3,120})(?=@)`,
  }),
  // Oracle's short form: `user/password@host:1521/service`.
  phrase([':1521'], String.raw`(?<![\w./@:-])[a-z][\w$#]{1,30}/`, {
    value: String.raw`(?<value>[^\s"'@/]{4,64})(?=@(?://)?[\w.-]{1,80}:1521)`,
  }),
  phrase(['convertto-securestring'], String.raw`\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?`),
  phrase(['send'], String.raw`\bsend\s{1,4}(?:--\s)?\\{0,2}["']`, {
    value: String.raw`(?<value>[^\s"'\\]{6,120})(?=\\{1,3}[rn])`,
    onlyRandom: true,
  }),
  phrase(['-p=', '"-p"', "'-p'"], String.raw`(?:\s-[pP]=|["']-[pP]["'],\s{0,4})`, {
    value: String.raw`["']?(?<value>[^\s"'\`$|<>&/\\-][^\s"'\`/\\]{5,200})`,
    onlyRandom: true,
  }),
]

const CONFIGS: Phrase[] = [
  phrase(
    ['snmp-server', 'rocommunity', 'rwcommunity', 'com2sec'],
    String.raw`\b(?:snmp-server\s{1,4}community|r[ow]community6?|com2sec\s{1,4}\S{1,64}\s{1,4}\S{1,64})\s{1,4}`,
  ),
  phrase(['password', 'secret', 'key'], String.raw`\b(?:password|secret|key)\s{1,4}[0-9]\s{1,4}`, { onlyRandom: true }),
  phrase(['user'], String.raw`\buser\s{1,4}\S{1,64}\s{1,4}on\s{1,4}>`),
  phrase(
    ['authorization', 'proxy-authorization'],
    String.raw`\b(?:proxy-)?authorization\s{1,4}["']?(?:basic|bearer|token)\s{1,4}`,
    { kind: 'authorization' },
  ),
  // The name in one element or attribute, the value in the next one.
  phrase(
    ['<string>', '<value>'],
    String.raw`(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?key|secret_?key)["']?[^<>\n]{0,40}(?:</\w{1,20})?>\s{0,40}<(?:string|value)>`,
    { value: String.raw`(?<value>[^\s<>$][^<>\n]{2,200})(?=</)`, kind: 'named-value' },
  ),
  phrase(['{noop}', '{plain}'], String.raw`(?<!\$)\{(?:noop|plain)\}`),
  phrase(
    ['<pass', '<secret', '<token', '<apikey'],
    String.raw`<(?:pass(?:word|wd|phrase)?|secret|token|apikey)\s[^<>\n]{0,60}?value=`,
    {
      value: QUOTED,
      kind: 'named-value',
    },
  ),
  // A token alone in front of the host, a signature behind it.
  phrase(['http'], String.raw`\bhttps?://`, {
    value: String.raw`(?<value>[A-Za-z0-9_-]{8,256})(?=@[\w.-])`,
    onlyRandom: true,
  }),
  phrase(['sig=', 'signature='], '[?&;](?:sig|signature)=', { onlyRandom: true }),
  // A parameter of a template: its name, then its default some lines below.
  phrase(
    ['default:', 'default ='],
    String.raw`(?:password|secret|token)\w{0,12}["']?:[ \t]{0,4}\n(?:[ \t]{2,40}\w{1,30}:[^\n]{0,120}\n){0,4}[ \t]{2,40}Default:[ \t]{0,4}`,
    { kind: 'password' },
  ),
  phrase(['jwt'], String.raw`\bjwt["']?\s{0,4}:\s{0,4}\{?\s{0,8}["']?(?:key|secret)["']?\s{0,4}[:=]\s{0,4}`, {
    onlyRandom: true,
  }),
  phrase([': psk ', ': eap ', ': xauth ', ': ntlm ', ': pin '], String.raw`(?:^|\s):\s(?:PSK|EAP|XAUTH|NTLM|PIN)\s`, {
    value: QUOTED,
  }),
  phrase([']:25', ']:465', ']:587'], String.raw`\]:\d{2,3}[ \t]{1,8}[^\s:]{1,64}:`),
  phrase(['tacacs-server', 'radius-server'], String.raw`\b(?:tacacs|radius)-server\b[^\n]{0,60}?\bkey\s{1,4}`),
  phrase(
    ['basicauth', 'basic_auth'],
    String.raw`\bbasic_?auth[ \t]{1,4}(?:/\S{0,64}[ \t]{1,4})?[\w.@-]{1,40}[ \t]{1,4}`,
    { onlyRandom: true },
  ),
  phrase(['auth '], String.raw`\bauth[ \t]{1,4}(?:\w{1,32}[ \t]{1,4})?`, {
    value: String.raw`(?<value>[^\s"'\`$]{6,120})(?=\r?\n|$)`,
    onlyRandom: true,
  }),
  phrase(
    ['unseal key', 'recovery key', 'master key'],
    String.raw`\b(?:unseal|recovery|master) key(?: \d{1,2})?:\s{1,4}`,
  ),
  phrase(
    ['"params"'],
    String.raw`"(?:login|auth)\w{0,16}",\s{0,4}"params"\s{0,4}:\s{0,4}\[\s{0,4}"[^"\n]{1,64}",\s{0,4}`,
    { value: QUOTED, onlyRandom: true },
  ),
  phrase(['static:'], String.raw`=\s{0,4}static:[^\s:]{1,64}:`),
  phrase(['key content'], String.raw`\bkey content\s{1,20}:\s`),
  // Go's DSN: `user:password@tcp(host)/db`.
  phrase(['@tcp(', '@unix(', '@udp('], String.raw`(?<![\w.])[\w.-]{1,64}:`, {
    value: String.raw`(?<value>[^\s"'@/()]{2,128})(?=@(?:tcp|unix|udp)\()`,
  }),
  // pgpass: host, port, database, user.
  phrase(
    [':5432:', ':5433:', ':6432:', ':*:'],
    String.raw`(?:^|\n)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:`,
    { value: String.raw`(?<value>[^\s:]{3,128})(?=\s|$)` },
  ),
  // Secrets of PPP and IPsec: `"user" * "password" *`, `: PSK "x"`.
  phrase(
    ['* "', "* '", ' pptp ', ' l2tpd '],
    String.raw`(?:^|\n)["']?[\w.@-]{1,64}["']?[ \t]{1,8}(?:\*|PPTP|l2tpd)[ \t]{1,8}`,
    { value: String.raw`["']?(?<value>[^\s"']{3,120})(?=["']?[ \t]{1,8}\*[ \t]{0,8}(?:\n|$))` },
  ),
]

const STATEMENTS: Phrase[] = [
  phrase(['identified'], String.raw`${IDENTIFIED}\\{0,3}["']`, {
    value: String.raw`(?<value>[^\s"'\`$:?%<{\\][^\s"'\`\\]{2,200})`,
  }),
  phrase(['identified'], IDENTIFIED, {
    value: String.raw`(?<value>[^\s"'\`$:?%<{\\][^\s"'\`;\\]{2,200})`,
    onlyRandom: true,
  }),
  phrase(['password for'], String.raw`\bpassword\s{1,4}for\s{1,4}\S{1,120}\s{0,4}=\s{0,4}(?:password\()?`),
  phrase(['password'], String.raw`\bpassword\s{0,4}=\s{0,4}N(?=')`),
]

const CALLS: Phrase[] = [
  phrase(
    ['auth', 'basic', 'httpbasic', 'credential', 'login'],
    String.raw`\b(?:\w{0,8}basic_?auth|auth|credentials?|login)\\{0,3}["']?\s{0,4}[=:]?\s{0,4}[[(]\s{0,8}["'][^"'\n]{1,64}["']\s{0,4},\s{0,8}`,
    { value: QUOTED, onlyRandom: true },
  ),
  phrase(
    ['basic', 'b64encode', 'btoa', 'credential', 'auth', 'userpass', 'curlopt_userpwd', 'login'],
    String.raw`\b(?:basic|b64encode|btoa|credentials?|auth|userpass|userpwd|curlopt_userpwd|login)\b[^\n:]{0,24}["'( :]{1,3}[\w.@-]{1,40}:`,
    { onlyRandom: true },
  ),
  phrase(
    ['.type(', '.fill(', '.sendkeys(', '.send_keys(', '.setvalue(', '.val('],
    String.raw`(?:password|passwd|passphrase|secret|token)["'\]#)]{1,6}\)?\.(?:type|fill|sendKeys|send_keys|setValue|val)\(\s{0,4}`,
    { value: QUOTED },
  ),
  phrase(['type(', 'fill('], String.raw`\b(?:type|fill)\([^\n]{0,60}?password[^\n,]{0,12},\s{0,4}`, {
    value: QUOTED,
  }),
  phrase(['addvalue', 'setvalue', 'setheader', 'header'], String.raw`\b(?:add|set)(?:value|header)\(`, {
    value: String.raw`["'](?:bearer |basic |token )?(?<value>[^"'\n]{3,200})(?=["']\s{0,4},\s{0,4}for[^\n]{0,24}["'](?:authorization|[\w-]{0,20}(?:key|token|secret|auth)))`,
  }),
  phrase(['.tochararray', '.getbytes'], `["']`, {
    value: String.raw`(?<value>[^"'\s]{6,120})(?=["']\.toCharArray\()`,
    onlyRandom: true,
  }),
  phrase(
    ['[]byte(', 'getbytes('],
    String.raw`(?:key|secret|salt|password)\w{0,12}[^\n]{0,30}?(?:\[\]byte|getbytes)\(`,
    { value: QUOTED, onlyRandom: true },
  ),
]

const SENTENCES: Phrase[] = [
  phrase(
    [
      'password',
      'passphrase',
      'api key',
      'access token',
      'secret',
      'token',
      'contrase',
      'clave',
      'passwort',
      'senha',
      'mot de',
      'backup',
      'recovery',
      'verification',
      'one-time',
    ],
    String.raw`\b(?:password|passphrase|api key|access token|secret|token|contraseña|clave|passwort|senha|mot de passe)(?![\wñ])[^\n:="'(){}]{1,60}:[ \t]{1,4}|\b(?:backup|recovery|verification|one-time) codes?:[ \t]{1,4}`,
    {
      value: String.raw`(?<value>[^\s"'\`$<>{};]{8,120}?)(?=[.,]?\s{0,4}(?:\n|$))`,
      kind: 'password',
      onlyRandom: true,
    },
  ),
  // Announced, and then alone on a line.
  phrase(
    ['password', 'passphrase', 'token', 'secret', 'api key'],
    String.raw`\b(?:password|passphrase|token|secret|api key)\b[^\n]{0,60}:[ \t]{0,4}(?:\r?\n[ \t]{0,16}){1,3}`,
    {
      value: String.raw`(?<value>[^\s"'\`$<>{}:=]{8,120})(?=[ \t]{0,4}(?:\r?\n|$))`,
      kind: 'password',
      onlyRandom: true,
    },
  ),
  // `use x as the password`, `x is my token`.
  phrase(
    ['use', 'with', 'enter', 'try', 'type', 'set', 'usa', 'pon', 'put', 'take'],
    String.raw`\b(?:use|with|enter|try|type|set|put|take|usa|pon)\s{1,4}`,
    {
      value: String.raw`["'\`]?(?<value>[^\s"'\`$<>(){}]{5,120})(?=["'\`]?\s{1,4}(?:as|for|como|is)\s{1,4}(?:\w{1,12}\s){0,3}${CALLED}\b)`,
      kind: 'password',
      onlyRandom: true,
    },
  ),
  phrase(
    ['log', 'login', 'logged', 'sign', 'ssh'],
    String.raw`\b(?:log(?:ged|ging)?[ -]?in|login|sign in|ssh into)\b[^\n]{0,32}?\s[\w.@-]{2,40}(?:\s{1,2}(?:and|,|y|with)\s{1,2}|\s{0,2}/\s{0,2}|:)`,
    {
      value: WORD,
      kind: 'password',
      onlyRandom: true,
    },
  ),
  // `the password for the staging database is x`, `the password should be x`, `has been reset to x`.
  phrase(
    [
      'pass',
      'pwd',
      'pw ',
      'pin ',
      'token',
      'secret',
      'api key',
      'access key',
      'credential',
      'contrase',
      'clave',
      'kennwort',
      'senha',
      'mot de',
    ],
    String.raw`\b(?!pass\b(?! is))${CALLED}\b[^\n:="'(){}<>;]{0,60}?\s(?:is|was|are|es|ist|est|lautet|é|è|to|be|(?<=(?:contraseña|clave) )a)(?: now| set to| changed to| reset to| always)?:?\s{1,4}`,
    { value: WORD, kind: 'password', onlyRandom: true },
  ),
  phrase(['credential', 'creds', 'login'], String.raw`(?<![\w.@/-])[\w.@-]{2,40}\s{0,2}/\s{0,2}`, {
    value: String.raw`(?<value>[^\s"'/]{6,120})(?=\s[^\n]{0,24}(?:credential|login|creds))`,
    onlyRandom: true,
    near: /\w\s{0,2}\/\s{0,2}[^\s"'/]{6,120}\s[^\n]{0,24}$/,
  }),
  phrase(
    ['value'],
    String.raw`(?:pass\w{0,8}|secret|token|key)["'\`]?,?\s(?:with )?(?:the )?value\s{1,4}(?:is |of )?`,
    {
      value: WORD,
      kind: 'password',
      onlyRandom: true,
      near: /(?:pass\w{0,8}|secret|token|key)["'`]?,?\s(?:with )?(?:the )?$/i,
    },
  ),
  phrase(['cred', 'login'], String.raw`\b(?:creds?|credentials?|login)\b[^\n/]{0,24}\s/\s`, { onlyRandom: true }),
  phrase(
    ['set', 'chang', 'reset', 'updat'],
    String.raw`\b(?:set|chang|reset|updat)\w{0,3}\b[^\n]{0,40}?\bpassword\b[^\n:="'(){}]{0,40}\bto[ \t]{1,4}`,
    {
      onlyRandom: true,
      kind: 'password',
    },
  ),
  phrase(
    ['authorization', 'proxy-authorization', 'bearer'],
    String.raw`\b(?:(?:proxy-)?authorization\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}|bearer\s{1,4})(?!\w{1,20}=["'])`,
    { onlyRandom: true, kind: 'authorization' },
  ),
]

export const PHRASES: Phrase[] = [...COMMANDS, ...CONFIGS, ...STATEMENTS, ...CALLS, ...SENTENCES]

const FORMS = PHRASES.map(({ hints, near, ...form }) => ({
  ...form,
  marks: hints.map((hint) => markOf(hint, form.pattern, near)),
}))
export const PHRASE_MARKS: WordMark[] = FORMS.flatMap(({ marks }) => marks)
const formsIn = makeRuleFinder(FORMS)

/** Where a phrase begins with its hint, the hint counts only where the whole phrase stands. */
function markOf(hint: string, pattern: RegExp, near: RegExp | undefined): WordMark {
  const mark = hint.toLowerCase()
  if (!pattern.source.startsWith(String.raw`(?<keep>\b`))
    return { mark, anywhere: !/^[\w-]/.test(mark), ...nearby(near) }
  const here = new RegExp(pattern, 'iy')
  return {
    mark,
    isAt: (text, at) => {
      here.lastIndex = at
      return here.test(text)
    },
  }
}

/** `present`: the marks that stand in the text. */
export function redactPhrases(text: string, present: ReadonlySet<WordMark>): string {
  let out = text
  for (const { pattern, onlyRandom, kind = 'command-password' } of formsIn(present)) {
    out = out.replace(pattern, (...match) => {
      const [found] = match as [string] // as: String.replace hands over the match first
      const { keep = '', value = '' } = match.at(-1) as Record<string, string | undefined> // as: and the named groups last
      if (isPlaceholder(value) || isPlain(value) || (onlyRandom && (!isRandom(value) || isNaming(value)))) return found
      const start = found.indexOf(value, keep.length)
      return `${found.slice(0, start)}[redacted:${kind}]${found.slice(start + value.length)}`
    })
  }
  return out
}
