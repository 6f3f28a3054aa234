/**
 * Secrets known by the command, the statement or the call they are given to: `sshpass -p x`, `echo x | docker login
 * --password-stdin`, `IDENTIFIED BY 'x'`, `auth=("bob", "x")`. Every pattern begins at a fixed word and looks at no more than a few
 * hundred characters behind it, so a text costs its length however it is made.
 */
import { isExpression, isPlaceholder, isWords, looksRandom } from './secret-value.ts'
import type { WordMark } from './word-marks.ts'

interface CommandForm {
  /** One of these, in small letters, begins a word of every match; one that begins with a sign stands anywhere in it. */
  hints: string[]
  /** `keep` stays before the mark, `value` is the secret. */
  pattern: RegExp
  /** Words of a language are no secret here: only what looks random is. */
  onlyRandom?: boolean
  /** What the mark says, where it is no command. */
  kind?: string
}

/** An argument: in quotes or not, and neither a variable nor the next option. */
const VALUE = String.raw`["']?(?<value>[^\s"'\`$|<>&-][^\s"'\`]{2,200})`
const IDENTIFIED = String.raw`\bidentified\s{1,8}(?:with\s{1,8}["']?\w{1,40}["']?\s{1,8})?(?:by|as)\s{1,8}(?:password\s{1,8})?`
const REST = String.raw`[^\n|;]{0,200}?\s`
const form = (
  hints: string[],
  keep: string,
  more: { onlyRandom?: boolean; value?: string; kind?: string } = {},
): CommandForm => ({
  hints,
  pattern: new RegExp(`(?<keep>${keep})${more.value ?? VALUE}`, 'gi'),
  ...(more.onlyRandom ? { onlyRandom: true } : {}),
  ...(more.kind === undefined ? {} : { kind: more.kind }),
})

export const COMMAND_FORMS: CommandForm[] = [
  form(
    ['curl ', 'wget ', 'ncat ', 'http '],
    String.raw`\b(?:curl|wget|ncat|https?)\s(?:[^\n]{0,300}?\s)?(?:-u|--user|--proxy-user|--proxy-auth|-U)[ =]?["']?[^\s:"'$]{1,64}:`,
  ),
  form(['curl'], String.raw`\bcurl\b[^\n]{0,300}?\s(?:-b|--cookie)[ =]["']?[\w.-]{1,64}=`),
  form(['sshpass'], String.raw`\bsshpass\s{1,4}-p ?`),
  form(['mysql', 'mariadb'], String.raw`\b(?:mysql|mariadb)\w{0,12}\b${REST}-p(?=\S)`),
  form(['mysqladmin'], String.raw`\bmysqladmin\b${REST}password\s{1,4}`),
  form(
    [
      'az login',
      'docker login',
      'podman',
      'buildah',
      'helm reg',
      'oc login',
      'twine',
      'mongo',
      'useradd',
      'usermod',
      'cqlsh',
      'influx',
    ],
    String.raw`\b(?:az login|docker login|podman login|buildah login|helm registry login|oc login|twine upload|mongo\w{0,8}|useradd|usermod|cqlsh|influx)\b${REST}-p(?: |=)`,
  ),
  form(
    ['zip', 'unzip', 'sqlcmd', 'mosquitto', 'bcp'],
    String.raw`\b(?:zip|unzip|sqlcmd|bcp|mosquitto_\w{3,5})\b${REST}-P ?`,
  ),
  form(['7z ', '7za ', '7zr '], String.raw`\b7z[ar]?\b${REST}-p`),
  form(['ldap'], String.raw`\bldap\w{2,12}\b${REST}-w ?`),
  form(['redis-cli'], String.raw`\bredis-cli\b${REST}(?:-a|--pass) `),
  form(['openssl'], String.raw`\bopenssl\b${REST}-[kK] `),
  form(['pass:'], String.raw`(?:\s|["'=])pass:`),
  form(
    ['config', 'configure'],
    String.raw`\bconfig(?:ure)?\s{1,4}(?:set|create)\b${REST}\S{0,80}(?:secret|token|password|_auth|pass|api_?key)\w{0,20}(?:\s{1,4}|=)`,
  ),
  form(
    ['vault login', 'snyk auth', 'ngrok', 'add-auth'],
    String.raw`\b(?:vault login|snyk auth|ngrok authtoken|add-authtoken)\s{1,4}`,
  ),
  form(
    ['netlify', 'doctl', 'tailscale', 'gh secret'],
    String.raw`\b(?:netlify\b${REST}--auth|doctl auth init\b${REST}(?:-t|--access-token)|tailscale\b${REST}--auth-?key|gh secret set\b${REST}(?:-b|--body))[ =]`,
  ),
  form(['--from-literal'], String.raw`--from-literal[ =]["']?[\w.-]{1,100}=`),
  form(
    ['secrets set', 'config:set', 'secret set'],
    String.raw`\b(?:secrets? set|config:set)\s[^\n]{0,100}?\b[A-Za-z_]\w{0,64}=`,
  ),
  // The value comes down a pipe, or from a here-string, to a command that asks for a secret.
  form(['echo', 'printf'], String.raw`\b(?:echo|printf)\s{1,4}(?:-[ne]{1,2}\s)?`, {
    value: String.raw`["']?(?:[\w.-]{1,40}:)?(?<value>[^\s"'\`$|<>-][^\s"'\`|]{2,200})["']?\s{0,4}\|\s{0,4}(?=[^\n]{0,200}?(?:--password-stdin|--pass(?:word)?-?stdin|--with-token|sudo -S|chpasswd|passwd\b|--token-stdin|\blogin\b))`,
  }),
  form(
    ['<<<'],
    String.raw`(?:--with-token|--password-stdin|\bpasswd|\blogin\b[^\n]{0,80}?|sudo -S\b[^\n]{0,80}?)\s{0,4}<<<\s{0,4}`,
  ),
  form(['smbclient', 'rpcclient'], String.raw`\b(?:smbclient|rpcclient)\b${REST}-U ?["']?[^\s%"']{1,64}%`),
  form(['net use'], String.raw`\bnet use\s[^\n]{0,120}?\\\S{1,80}\s`, {
    value: String.raw`(?<value>[^\s/"'$*][^\s"']{2,120})(?=\s{1,4}/user:)`,
  }),
  form(['net user'], String.raw`\bnet user\s{1,4}[^\s/]{1,64}\s{1,4}`, {
    value: String.raw`(?<value>[^\s/"'$*][^\s"']{2,120})`,
  }),
  form(
    ['sqlplus', 'jdbc:oracle'],
    String.raw`(?:\bsqlplus\s{1,4}(?:-\w\s{1,4}){0,3}["']?|jdbc:oracle:thin:)[^\s/"'@]{1,64}/`,
    { value: String.raw`(?<value>[^\s"'@/]{3,120})(?=@)` },
  ),
  form(['htpasswd'], String.raw`\bhtpasswd\s{1,4}-\w{0,8}b\w{0,8}\s{1,4}\S{1,120}\s{1,4}\S{1,64}\s{1,4}`),
  form(['convertto-securestring'], String.raw`\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?`),
  form(['send'], String.raw`\bsend\s{1,4}(?:--\s)?\\{0,2}["']`, {
    value: String.raw`(?<value>[^\s"'\\]{6,120})(?=\\{1,3}[rn])`,
    onlyRandom: true,
  }),
  form(['identified'], String.raw`${IDENTIFIED}\\{0,3}["']`, {
    value: String.raw`(?<value>[^\s"'\`$:?%<{\\][^\s"'\`\\]{2,200})`,
  }),
  form(['identified'], IDENTIFIED, {
    value: String.raw`(?<value>[^\s"'\`$:?%<{\\][^\s"'\`;\\]{2,200})`,
    onlyRandom: true,
  }),
  // In a sentence, or in what a program prints: `temporary password for root: x`, `changed the password from y to x`.
  form(
    ['password', 'passphrase', 'api key', 'access token', 'secret'],
    String.raw`\b(?:password|passphrase|api key|access token|secret)\b[^\n:="'(){}]{1,60}:[ \t]{1,4}`,
    {
      value: String.raw`(?<value>[^\s"'\`$<>{}]{8,120}?)(?=[.,]?\s{0,4}(?:\n|$))`,
      kind: 'password',
      onlyRandom: true,
    },
  ),
  form(['password for'], String.raw`\bpassword\s{1,4}for\s{1,4}\S{1,120}\s{0,4}=\s{0,4}(?:password\()?`),
  form(
    ['auth', 'basic', 'httpbasic', 'credential', 'login'],
    String.raw`\b(?:\w{0,8}basic_?auth|auth|credentials?|login)\\{0,3}["']?\s{0,4}[=:]?\s{0,4}[[(]\s{0,8}["'][^"'\n]{1,64}["']\s{0,4},\s{0,8}`,
    { value: String.raw`["'](?<value>[^"'\n]{3,200})`, onlyRandom: true },
  ),
  form(
    ['basic', 'b64encode', 'btoa', 'credential'],
    String.raw`\b(?:basic|b64encode|btoa|credentials?)\b[^\n:]{0,24}["'( ][\w.@-]{1,40}:`,
    { onlyRandom: true },
  ),
  form(
    ['.type(', '.fill(', '.sendKeys(', '.send_keys(', '.setValue(', '.val('],
    String.raw`(?:password|passwd|passphrase|secret|token)["'\]#)]{1,6}\)?\.(?:type|fill|sendKeys|send_keys|setValue|val)\(\s{0,4}`,
    { value: String.raw`["'](?<value>[^"'\n]{3,200})`, onlyRandom: true },
  ),
  form(['credential'], String.raw`(?<![\w.@/-])[\w.@-]{2,40}\s{0,2}/\s{0,2}`, {
    value: String.raw`(?<value>[^\s"'/]{6,120})(?=\s[^\n]{0,24}credential)`,
    onlyRandom: true,
  }),
  form(['community'], String.raw`\bsnmp-server\s{1,4}community\s{1,4}`),
  form(
    ['authorization', 'proxy-authorization', 'bearer'],
    String.raw`\b(?:authorization\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}|bearer\s{1,4})`,
    { onlyRandom: true, kind: 'authorization' },
  ),
  form(
    ['set the', 'set my', 'changed', 'change', 'reset', 'update'],
    String.raw`\b(?:set|chang|reset|updat)\w{0,3}\b[^\n]{0,40}?\bpassword\b[^\n:="'(){}]{0,40}\bto[ \t]{1,4}`,
    { onlyRandom: true, kind: 'password' },
  ),
  form(['ssh-keygen'], String.raw`\bssh-keygen\b${REST}-[NP] `),
  form(['encrypt_string'], String.raw`\bencrypt_string\s{1,4}`),
  form(['<<<'], String.raw`\b\w{0,20}(?:secret|passw|luks|token)\w{0,20}\b[^\n<]{0,80}?<<<\s{0,4}`),
  form([' -p=', '"-p"', "'-p'"], String.raw`(?:\s-[pP]=|["']-[pP]["'],\s{0,4})`, {
    value: String.raw`["']?(?<value>[^\s"'\`$|<>&/\\-][^\s"'\`/\\]{5,200})`,
    onlyRandom: true,
  }),
  form(
    ['connect', 'pdo', 'mysqli', 'authenticate'],
    String.raw`\b(?:connect|authenticate|PDO|mysqli)\w{0,10}\s?\(\s{0,8}["'][^"'\n]{0,120}["']\s{0,4},\s{0,8}["'][^"'\n]{1,64}["']\s{0,4},\s{0,8}["']`,
    { value: String.raw`(?<value>[^"'\n]{3,200})`, onlyRandom: true },
  ),
  form(['cred', 'login'], String.raw`\b(?:creds?|credentials?|login)\b[^\n/]{0,24}\s/\s`, { onlyRandom: true }),
  // Go's DSN: `user:password@tcp(host)/db`.
  form(['@tcp(', '@unix(', '@udp('], String.raw`(?<![\w.])[\w.-]{1,64}:`, {
    value: String.raw`(?<value>[^\s"'@/()]{2,128})(?=@(?:tcp|unix|udp)\()`,
  }),
  // pgpass: host, port, database, user.
  form(
    [':5432:', ':5433:', ':6432:', ':*:'],
    String.raw`(?:^|\n)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:`,
    { value: String.raw`(?<value>[^\s:]{3,128})(?=\s|$)` },
  ),
]

const isWordHint = (hint: string) => /^\w\w/.test(hint)

/** Hints that are words are found in the one search for the marks of all rules; the others hold signs and are rare. */
const FORMS = COMMAND_FORMS.map(({ hints, ...form }) => ({
  ...form,
  words: hints.filter(isWordHint).map((mark): WordMark => ({ mark })),
  signs: hints.filter((hint) => !isWordHint(hint)),
}))
export const COMMAND_MARKS: WordMark[] = FORMS.flatMap(({ words }) => words)

/** `present`: the marks that stand in the text. */
export function redactCommands(text: string, present: ReadonlySet<WordMark>): string {
  let out = text
  for (const { words, signs, pattern, onlyRandom, kind = 'command-password' } of FORMS) {
    if (!words.some((word) => present.has(word)) && !signs.some((sign) => text.includes(sign))) continue
    out = out.replace(pattern, (...match) => {
      const [found] = match as [string] // as: String.replace hands over the match first
      const { keep = '', value = '' } = match.at(-1) as Record<string, string | undefined> // as: and the named groups last
      if (isPlaceholder(value) || (onlyRandom && !isRandom(value))) return found
      const start = found.indexOf(value, keep.length)
      return `${found.slice(0, start)}[redacted:${kind}]${found.slice(start + value.length)}`
    })
  }
  return /insert\s/i.test(out) ? redactInsertedColumns(out) : out
}

function isRandom(value: string): boolean {
  return (
    looksRandom(value, 6) && (!isWords(value) || (value.length >= 8 && /[a-z]\d/i.test(value))) && !isExpression(value)
  )
}

const INSERT =
  /\binsert\s{1,4}into\s{1,4}[^\s(]{1,100}\s{0,4}\((?<columns>[^()\n]{1,400})\)\s{0,8}values\s{0,8}\((?<values>[^()\n]{1,800})\)/gi

/** A row written into a table: the name of a column says which of its values is a secret. */
function redactInsertedColumns(text: string): string {
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
