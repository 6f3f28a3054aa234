/**
 * Secrets never reach memory. `REDACTION_KINDS` is the written list of what is recognised by its shape or by what it is given to;
 * secrets recognised by the name before them are in `secret-assignment.ts`, key blocks in `private-key.ts`.
 * Every pattern is linear: it starts at a fixed word, and nothing is required after an unbounded run.
 */
import { CALL_MARKS, INSERT_MARK, redactCalls, redactInsertedColumns } from './call-secret.ts'
import { COMMAND_MARKS, redactCommands } from './command-secret.ts'
import { redactHinted } from './hinted-secret.ts'
import { PHRASE_MARKS, redactPhrases } from './phrase-secret.ts'
import { redactPrivateKeys } from './private-key.ts'
import { redactAssignments } from './secret-assignment.ts'
import { redactSecretDocuments } from './secret-document.ts'
import { NAME_BEGINNINGS } from './secret-name.ts'
import { redactVendorTokens, VENDOR_MARKS, VENDORS, WORD_START } from './vendor-token.ts'
import { makeRuleFinder, makeWordMarks, nearby, type WordMark } from './word-marks.ts'

interface Shape {
  /** One of these stands in every match. Looked for first, because a substring test costs almost nothing. */
  hints: string[]
  /** Stands in every match too, where the hints stand in most texts: one of them, quick, because each begins with a fixed sign. */
  signs?: RegExp[]
  /** Stands in the text in front of a hint that counts. */
  near?: RegExp
  /** With a group named `keep`, that text stays before the mark; with `after`, that text stays behind it. */
  pattern: RegExp
}

export type RedactionKind = {
  kind: string
  /** For people: what it matches. */
  matches: string
} & (Shape | { redact: (text: string, present: ReadonlySet<WordMark>) => string })

const shape = (source: string) => new RegExp(WORD_START + source, 'g')

export const REDACTION_KINDS: RedactionKind[] = [
  {
    kind: 'gcp-private-key',
    matches: 'private_key of a Google service account file',
    hints: ['private_key'],
    pattern:
      /(?<keep>\\{0,4}"private_key(?:_id)?\\{0,4}"\s{0,8}:\s{0,8}\\{0,4}")(?:-----BEGIN[^"]{16,16384}|[0-9a-f]{40}\b)/g,
  },
  {
    kind: 'anthropic-key',
    matches: 'Anthropic API and OAuth keys, sk-ant-…',
    hints: ['sk-ant-'],
    pattern: /sk-ant-[A-Za-z0-9_-]{12,}/g,
  },
  {
    kind: 'openai-key',
    matches: 'OpenAI and compatible keys: sk-…, sk-proj-…, sk-svcacct-…, sk-or-v1-…',
    hints: ['sk-'],
    pattern: shape(
      '(?:sk-(?:proj|svcacct|admin|None|service|live|test)-[A-Za-z0-9_-]{16,}|sk-(?:[a-z0-9]{1,12}-){0,2}[A-Za-z0-9]{20,})',
    ),
  },
  {
    kind: 'github-token',
    matches: 'GitHub tokens: ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /(?:gh[pousr]_[A-Za-z0-9]{16}[A-Za-z0-9_.-]*|github_pat_[A-Za-z0-9_]{16,})/g,
  },
  {
    kind: 'gitlab-token',
    matches: 'GitLab tokens: glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- glimt- glffct- glwt- GR1348941',
    hints: [
      'glpat',
      'gldt',
      'glrt',
      'glcbt',
      'glptt',
      'glft',
      'glsoat',
      'glagent',
      'glimt',
      'gloas',
      'glffct',
      'glwt',
      'GR1348941',
    ],
    pattern: shape(
      '(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas|ffct|wt|rtr)-[A-Za-z0-9_-]{16}[A-Za-z0-9_.-]*|GR1348941[A-Za-z0-9_-]{16,})',
    ),
  },
  {
    kind: 'slack-token',
    matches: 'Slack tokens: xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe xapp-',
    hints: ['xox', 'xapp-'],
    pattern: shape('(?:xox[a-z](?:[.-]xox[a-z])?-[A-Za-z0-9%/+=-]{10,}|xapp-[A-Za-z0-9-]{16,})'),
  },
  {
    kind: 'slack-webhook',
    matches: 'Slack incoming webhook URLs',
    hints: ['hooks.slack.com/'],
    pattern: /(?<keep>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9_/-]{16,}/g,
  },
  {
    kind: 'teams-webhook',
    matches: 'Microsoft Teams incoming webhook URLs',
    hints: ['/webhookb2/'],
    pattern: /(?<keep>\/webhookb2\/)[A-Za-z0-9@/_-]{32,}/g,
  },
  {
    kind: 'discord-webhook',
    matches: 'Discord webhook URLs',
    hints: ['/api/webhooks/'],
    pattern: /(?<keep>discord(?:app)?\.com\/api\/webhooks\/)\d{10,25}\/[A-Za-z0-9_-]{16,}/g,
  },
  {
    kind: 'discord-token',
    matches: 'Discord bot tokens (three dotted parts), mfa. tokens',
    hints: ['.'],
    signs: [/\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27}/, /mfa\.[A-Za-z0-9_-]{80}/],
    pattern: shape('(?:[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,}|mfa\\.[A-Za-z0-9_-]{80,})'),
  },
  {
    kind: 'aws-access-key',
    matches: 'AWS access key ids: AKIA ASIA ABIA ACCA',
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: shape('(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  },
  {
    kind: 'aws-secret',
    matches: 'AWS secret access keys: 40 characters after a name that says so',
    hints: ['ecret', 'ECRET'],
    pattern:
      /(?<keep>(?:aws|secret)[\s_-]{0,2}(?:secret|access)?[\s_-]{0,2}(?:access)?[\s_-]{0,2}key[^A-Za-z0-9\n]{1,8}(?:None\]?:? {0,2})?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  },
  {
    kind: 'google-api-key',
    matches: 'Google API keys (AIza…), OAuth tokens (ya29.…, 1//0…) and client secrets (GOCSPX-…)',
    hints: ['AIza', 'ya29.', 'GOCSPX-', '1//0'],
    pattern: shape(
      '(?:AIza[A-Za-z0-9_-]{30,}|ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{30,})',
    ),
  },
  {
    kind: 'stripe-key',
    matches: 'Stripe secret and restricted keys, webhook secrets (not the public pk_)',
    hints: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    pattern: shape('(?:[sr]k_(?:live|test)_[A-Za-z0-9_-]{10,}|whsec_[A-Za-z0-9+/=]{20,})'),
  },
  { kind: 'npm-token', matches: 'npm access tokens', hints: ['npm_'], pattern: shape('npm_[A-Za-z0-9]{30,}') },
  { kind: 'pypi-token', matches: 'PyPI upload tokens', hints: ['pypi-'], pattern: shape('pypi-[A-Za-z0-9_-]{40,}') },
  {
    kind: 'huggingface-token',
    matches: 'Hugging Face tokens',
    hints: ['hf_', 'api_org_'],
    pattern: shape('(?:hf|api_org)_[A-Za-z0-9]{30,}'),
  },
  {
    kind: 'sendgrid-key',
    matches: 'SendGrid API keys',
    hints: ['SG.'],
    pattern: shape('SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}'),
  },
  {
    kind: 'twilio-key',
    matches: 'Twilio API keys and account ids',
    hints: ['SK', 'AC'],
    pattern: shape('(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])'),
  },
  {
    kind: 'telegram-bot-token',
    matches: 'Telegram bot tokens',
    hints: [':AA'],
    pattern: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,}/g,
  },
  {
    kind: 'digitalocean-token',
    matches: 'DigitalOcean tokens',
    hints: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: shape('do[opr]_v1_[0-9a-f]{32,}'),
  },
  {
    kind: 'azure-key',
    matches: 'Azure storage and service-bus keys, SAS signatures',
    hints: ['AccountKey', 'SharedAccess', 'sig='],
    pattern: /(?<keep>AccountKey=|SharedAccessKey=|SharedAccessSignature=|[?&;]sig=)[A-Za-z0-9%+/=_-]{16,}/g,
  },
  {
    kind: 'vendor-token',
    matches: `Other tokens with a mark of their own: ${VENDORS.join(', ')}; and any that is written like them`,
    redact: redactVendorTokens,
  },
  {
    kind: 'jwt',
    matches: 'JSON Web Tokens, signed or encrypted',
    hints: ['eyJ'],
    pattern: shape('eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){2,4}'),
  },
  {
    kind: 'authorization',
    matches: 'Authorization and Proxy-Authorization headers, and any bearer token',
    hints: ['uthorization', 'UTHORIZATION', 'earer', 'EARER'],
    pattern:
      /(?<keep>authorization\\{0,4}["']?\s{0,4}(?:[:=]|,)\s{0,4}\\{0,4}["'`]?(?:bearer|basic|token|digest|apikey|bot|aws4-hmac-sha256)\s{1,4})[A-Za-z0-9._~+/%:!#^*=-]{6,}|(?<keep2>authorization\\{0,4}["']?\s{0,4}[:=]\s{0,4}\\{0,4}["'`]?|(?<![A-Za-z])bearer(?:\s{1,4}|%20))(?=[^\s"'`]{0,512}\d)[A-Za-z0-9._~+/%:!#^*=-]{8,}/gi,
  },
  {
    kind: 'cookie',
    matches: 'Cookie and Set-Cookie headers',
    hints: ['ookie:', 'OOKIE:'],
    pattern:
      /(?<keep>(?<![A-Za-z])(?:set-)?cookie:\s{0,4}(?:[\w.-]{1,80}=[^\s"'`;]{0,7};\s{0,4}){0,8}[\w.-]{1,80}=)[^\s"'`;][^\r\n"'`;]{7}[^\r\n"'`]*/gi,
  },
  {
    kind: 'connection-string',
    matches: 'The password in scheme://user:password@host, and a token used as the user',
    hints: ['://'],
    pattern:
      /(?<keep>:\/\/(?:(?<user>[^\s:/@'"`<>\\[]{0,128}):)(?!\k<user>@|\$\{|\$\w{1,64}@|\{|%[sd(]|\*|\[redacted:|(?:password|passwd|pass|pwd|secret)@))[^\s'"`<>/\\]{1,256}(?<after>@)(?=[\w.[-])|(?<keep2>:\/\/)[A-Za-z0-9_-]{20,256}(?<after2>@)(?=[\w.[-])/g,
  },
  {
    kind: 'command-password',
    matches:
      'Secrets given to commands, calls and statements, and said in sentences: curl -u user:…, sshpass -p …, rabbitmqctl add_user bob …, a value piped into docker login --password-stdin, jwt.sign(claims, …), IDENTIFIED BY …, user:…@tcp(…), use … as the password',
    redact: (text, present) =>
      redactInsertedColumns(redactCalls(redactPhrases(redactCommands(text, present), present), present), present),
  },
  {
    kind: 'kubernetes-secret',
    matches: 'The data of a Kubernetes Secret',
    redact: redactSecretDocuments,
  },
  {
    kind: 'named-value',
    matches: 'Pairs of name and value, as in Kubernetes files, XML and forms: name: DB_PASSWORD, value: …',
    hints: ['value'],
    near: /pass|pwd|secret|token|key|auth/i,
    pattern:
      /(?<keep>(?:name|key|id|type|label)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?[A-Za-z0-9_.-]{0,64}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access_?key|auth)[A-Za-z0-9_]{0,32}\\{0,3}["']?(?:,?\s{0,40}|\s[^<>{}\n]{0,60}?\s)\\{0,3}["']?(?:parameter)?value\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?)[^\s"'${\\][^\s"'\\]{2,}/gi,
  },
  {
    kind: 'password-hash',
    matches: 'Password hashes: bcrypt, crypt, argon2',
    hints: ['$2', '$5$', '$6$', '$1$', '$y$', '$argon2'],
    pattern:
      /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:[156y]|argon2(?:id|i|d))\$[^\s:"'$]{1,64}(?:\$[^\s:"'$]{1,64}){0,2}\$[./A-Za-z0-9+]{20,}/g,
  },
]

/** Replaces every recognised secret by `[redacted:kind]`. */
export function redactSecrets(text: string): string {
  // Shorter than any secret that can be recognised.
  if (text.length < 8) return text
  const plain = withoutColours(text)
  const out = redactPlain(plain)
  // Colours stand between names and values, and inside values that a search marked. Where a secret was found they go too.
  return out === plain ? text : out
}

/** The same for a command given as a list of its words. */
export function redactWords(words: readonly string[]): string[] {
  // A blank inside a word is kept apart from those between words.
  const safe = redactSecrets(` ${words.map((word) => word.replace(/\s/g, '\u0000')).join(' ')}`)
  const parts = safe.slice(1).split(' ')
  if (parts.length !== words.length) return [...words]
  return words.map((word, at) => (parts[at]?.includes('[redacted:') ? parts[at].replaceAll('\u0000', ' ') : word))
}

function redactPlain(text: string): string {
  let out = text
  const { present, places } = MARKS.search(text)
  const hinted = new Set(shapesIn(present).map(({ shape }) => shape))
  for (const one of REDACTION_KINDS) {
    if ('redact' in one) out = one.redact(out, present)
    else if (isHinted(one, { text: out, hinted }))
      out = out.replace(one.pattern, (...match) => replacement(one.kind, match))
    // Service-account files name their key block; every other block is found right after, before shapes inside it are.
    if (one.kind === 'gcp-private-key') out = redactPrivateKeys(out)
  }
  return redactHinted(redactAssignments(out, out === text ? places : undefined))
}

/** Sequences that colour a terminal, as they are or as JSON and shells write them. */
const COLOUR_START = String.raw`(?:${String.fromCharCode(0x1b)}\[|${String.fromCharCode(0x9b)}|\\(?:u001b|x1b|033|e)\[)`
const ESCAPES = [String.fromCharCode(0x1b), String.fromCharCode(0x9b)]
const WRITTEN_ESCAPE = /\\(?:[uU]001[bB]|[xX]1[bB]|033|[eE])\[/
const COLOUR = new RegExp(`${COLOUR_START}[0-9;:]{0,32}[A-Za-z]`, 'gi')

function withoutColours(text: string): string {
  const isColoured = ESCAPES.some((sign) => text.includes(sign)) || (text.includes('\\') && WRITTEN_ESCAPE.test(text))
  return isColoured ? text.replace(COLOUR, '') : text
}

/** A shape that begins a word is hinted at by a word; the others may stand in the middle of one. Some hints are too short. */
const HINTS = new Map<Shape, WordMark[]>()
for (const one of REDACTION_KINDS) {
  if ('redact' in one || one.hints.some((hint) => hint.length < 2)) continue
  const anywhere = !one.pattern.source.startsWith(WORD_START) || !one.hints.every((hint) => /^\w\w./.test(hint))
  HINTS.set(
    one,
    one.hints.map((hint) => ({ mark: hint.toLowerCase(), anywhere, ...nearby(one.near) })),
  )
}

const shapesIn = makeRuleFinder([...HINTS].map(([shape, marks]) => ({ shape, marks })))

/** One search of the text for what all rules are hinted at by, and for the names of secrets. */
const MARKS = makeWordMarks(
  [...VENDOR_MARKS, ...COMMAND_MARKS, ...PHRASE_MARKS, ...CALL_MARKS, INSERT_MARK, ...[...HINTS.values()].flat()],
  NAME_BEGINNINGS,
)

function isHinted(one: Shape, { text, hinted }: { text: string; hinted: ReadonlySet<Shape> }): boolean {
  const isNear = HINTS.has(one) ? hinted.has(one) : one.hints.some((hint) => text.includes(hint))
  return isNear && (one.signs?.some((sign) => sign.test(text)) ?? true)
}

function replacement(kind: string, match: unknown[]): string {
  // replace() hands over the named groups last, when the pattern has any.
  const last = match.at(-1)
  const groups = typeof last === 'object' && last !== null ? (last as Record<string, string | undefined>) : {} // as: typed by String.replace
  return `${groups.keep ?? groups.keep2 ?? ''}[redacted:${kind}]${groups.after ?? groups.after2 ?? ''}`
}
