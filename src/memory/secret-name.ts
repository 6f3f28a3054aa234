/** Names that say a secret follows, and how surely. What stands around the name in one word decides with it: `tokenizer` is none. */

/**
 * The source of a pattern with the groups `said` and `suffix`, the rest of the word. For the flag `i`. Few beginnings, because
 * every place of every text is tried: which key it is (`api_key`, `cache_key`) is asked afterwards.
 */
export const SECRET_NAME =
  '(?<said>pass(?:word|wd|phrase|code|wort)?|pwd|pw|psk|pin[_-]?code|secret(?:[ao](?![a-z]))?|salt|senha|token|key|credentials?|contrase[ñn]a|clave|wachtwoord|has[łl]o|lösenord|heslo|parola|密码|密碼|口令|パスワード|비밀번호|plaintext|auth|jwt|dsn|kennwort|mot[ _-]?de[ _-]?passe|пароль)(?<suffix>[A-Za-z0-9_-]{0,40})'

/** What each of them begins with, in small letters: two are enough to look for. */
export const NAME_BEGINNINGS: string[] =
  'pass pw psk pinc pin- pin_ secret salt senha token key cred contrase clave wachtwoord hasl hasł lösen lÖsen heslo parola 密码 密碼 口令 パスワード 비밀번호 plaintext auth jwt dsn kennwort motde motd mot_ mot- пароль Пароль ПАРОЛЬ'
    .split(' ')
    .concat('mot de')

/**
 * `strong`: a secret whatever it looks like. `token`: also a lexer's and a model's word. `weak`: mostly harmless.
 */
export type Strength = 'strong' | 'token' | 'weak'

export interface SecretName {
  /** The word that says it: `password`. */
  said: string
  strength: Strength
  /** The rest of the word behind it. */
  suffix: string
}

/** How the name stands: the part of its word in front of it, the text before that word, and the sign behind it. */
export interface Standing {
  word: string
  before: string
  sign?: string
}

/** Undefined where the word is not about a secret at all. */
export function secretName(
  groups: Record<string, string | undefined>,
  { word, before, sign = '' }: Standing,
): SecretName | undefined {
  const { said = '', suffix = '' } = groups
  const short = said.toLowerCase()
  // `passed`, `keyboard`, `salted`; and `--- PASS: TestLogin` of a test run.
  if (/^(?:pass|pwd|pw|psk|key|salt|senha)$/.test(short) && goesOn(said, suffix)) return undefined
  if (said === 'PASS' && word === '' && sign !== '=' && !/(?:\bset(?:env|x)?|-[gUx]{1,3}|ENV|ARG)\s$/.test(before))
    return undefined
  if (
    short === 'pass' &&
    /(?:by|com|tres|sur|over|under|im)$|^(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached)_$/i.test(word)
  )
    return undefined
  // The name of a Secret, not what is in it.
  if (/^existing/i.test(word)) return undefined
  if (short === 'key') return keyName({ said, suffix }, { word, before, sign })
  if (short === 'token') return { said, suffix, strength: /npmauth$/i.test(word) ? 'strong' : 'token' }
  if (short === 'auth')
    return { said, suffix, strength: suffix === '' && /^(?:.*_|.*master)$/i.test(word) ? 'strong' : 'weak' }
  if (short === 'clave' || short === 'parola') return { said, suffix, strength: 'token' }
  return { said, suffix, strength: /^(?:plaintext|cred|jwt|dsn|salt|pin)/.test(short) ? 'weak' : 'strong' }
}

function goesOn(said: string, suffix: string): boolean {
  if (/^s(?![A-Za-z])/.test(suffix)) return !/^key$/i.test(said)
  return /^[a-z]/.test(suffix) || (/^[A-Z]/.test(suffix) && said === said.toUpperCase())
}

/** What is called a key is a secret when the word before says what it opens. */
function keyName(
  name: { said: string; suffix: string },
  { word, before, sign = '' }: Standing,
): SecretName | undefined {
  if (OPENING.test(word === '' ? before.slice(-16) : word)) return { ...name, strength: 'strong' }
  if (name.suffix !== '') return undefined
  if (word === '') {
    // `openai key: x`; a table's primary key is none.
    const kind = /(?:^|\s)([A-Za-z][\w.-]{1,24}) $/.exec(before.slice(-28))?.[1]
    const isNamed = kind !== undefined && /[:=]|\sis\s/.test(sign) && !PLAIN_KEYS.test(kind)
    return isNamed || /[?&]$/.test(before) ? { ...name, strength: 'weak' } : undefined
  }
  return /[_\-a-z]$/.test(word) && !PLAIN_KEYS.test(word) ? { ...name, strength: 'weak' } : undefined
}

const OPENING =
  /(?:^|[^a-z]|[a-z](?=[A-Z]))(?:api|access|private|security|signing|encryption|auth|master|storage|account|shared|subscription|application|app|admin|licen[sc]e|deploy|consumer|hmac|aes|ingest|client|secret|session|jwt)[ ._:-]?$|(?:api|access|Private|Signing|Encryption|Auth|Master|Storage|Account|Shared|Admin)[_-]?$/i

/** Keys of tables, caches, maps and keyboards. */
const PLAIN_KEYS =
  /(?:cache|primary|foreign|partition|sort|object|public|row|group|index|lookup|idempotency|hash|unique|candidate|composite|translation|i18n|map|order|query|mon|hot|tur|don|whis|s3|react|shard|range|route|routing|dedup\w*|color|data|json|meta|field|column|label|message|lock|short|event|param|new|pub|gpg|ssh|host)[_-]?$/i

/** `API_KEY_PROD`, `password2` and `secretKey` are still secrets; `tokenizer`, `passwordField` and `token_count` are not. */
export function isSecretSuffix(suffix: string): boolean {
  return /^(?:[_-]?(?:\d{1,3}|key|material|value|val|string|str|text|base64|b64|base|data|access[_-]?key|token|secret|prod|production|dev|development|stag(?:e|ing)|test|live|main|primary|secondary|default|old|new|current|previous|next|admin|root|user|db|database|master|plain|raw))*$/i.test(
    suffix,
  )
}

/** An environment variable. */
export function isLoud(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name.replace(/^-+/, ''))
}

/** The kind a mark names. */
export function kindOf(said: string): string {
  const plain = said.toLowerCase().replace(/[ _-]/g, '')
  if (
    /^(?:pass|pwd|pw$|psk|requirepass|contrase|clave|kennwort|wachtwoord|has[łl]o|lösenord|heslo|parola|密|口令|パス|비밀|senha|motde|пароль|pincode)/.test(
      plain,
    )
  )
    return 'password'
  if (/key(?:data)?$/.test(plain)) return 'api-key'
  if (/^(?:token|jwt|auth|masterauth|npmauth)/.test(plain)) return 'token'
  return 'secret'
}
