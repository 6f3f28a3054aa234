// biome-ignore-all lint/suspicious/noTemplateCurlyInString: text of other programs
import { describe, expect, it } from 'vitest'
import { REDACTION_KINDS, redactSecrets, redactWords } from './redaction.ts'
import { redactField, redactNamedValue } from './secret-field.ts'

// Joined at run time, so that no scanner takes this file for a leak.
const x = (...parts: string[]) => parts.join('')
const A40 = 'wJalrXUtnFEMI0K7MDENG/bPxRfiCYEXAMPLEKEY'
const HEX32 = '0123456789abcdef0123456789abcdef'
const MIXED = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'
const PEM_BODY = Array.from({ length: 6 }, (_, i) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj${i}AgEAAoIBAQC7`).join(
  '\n',
)

/** kind, text around, the secret. */
const CASES: [string, string, string][] = [
  ['anthropic-key', 'key is %', x('sk-', 'ant-api03-', MIXED)],
  ['openai-key', 'export K %', x('sk-', MIXED)],
  ['openai-key', 'K "%"', x('sk-', 'proj-', 'Ab_9-', MIXED)],
  ['github-token', 'git clone %', x('ghp', '_', MIXED)],
  ['github-token', '(%)', x('gho', '_', MIXED)],
  ['github-token', '%\n', x('ghs', '_', MIXED)],
  ['github-token', '\\n%', x('github', '_pat_', '11ABCDEFG0', MIXED)],
  ['gitlab-token', '%', x('gl', 'pat-', 'xYz1234567890abcdefg')],
  ['slack-token', '%', x('xox', 'b-', '123456789012-abcdefGHIJK')],
  ['slack-webhook', 'https://hooks.slack.com/services/%', x('T00000000/', 'B00000000/', 'XXXXXXXXXXXXXXXXXXXXXXXX')],
  ['discord-webhook', 'https://discord.com/api/webhooks/%', x('123456789012345678/', MIXED)],
  ['discord-token', '%', x('MTIzNDU2Nzg5MDEyMzQ1Njc4', '.', 'GabcDe', '.', 'abcdefghijklmnopqrstuvwxyz0123456789AB')],
  ['aws-access-key', 'id %.', x('AKIA', 'IOSFODNN7EXAMPLE')],
  ['aws-secret', 'aws_secret_access_key = %', A40],
  ['aws-secret', 'AWS Secret Access Key [None]: %', A40],
  ['aws-secret', '"SecretAccessKey": "%"', A40],
  ['google-api-key', '%', x('AIza', 'SyA1234567890abcdefghijklmnopqrstuv')],
  ['google-api-key', '%', x('GOCSPX', '-', 'abcdefGHIJKL1234567890mn')],
  ['stripe-key', '%', x('sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc')],
  ['npm-token', '//registry.npmjs.org/ %', x('npm', '_', MIXED)],
  ['pypi-token', '%', x('pypi', '-AgEIcHlwaS5vcmc', MIXED)],
  ['huggingface-token', '%', x('hf', '_', MIXED)],
  ['sendgrid-key', '%', x('SG', '.', 'abcdefghij1234567890ab', '.', MIXED)],
  ['twilio-key', '%', x('SK', HEX32)],
  ['telegram-bot-token', 'https://api.telegram.org/bot%/getMe', x('123456789', ':AA', 'F', MIXED.slice(0, 33))],
  ['digitalocean-token', '%', x('dop', '_v1_', HEX32, HEX32)],
  ['azure-key', 'AccountName=a;AccountKey=%', x(HEX32, HEX32, 'abcd==')],
  ['azure-key', 'https://a.blob.core.windows.net/c?sv=1&sig=%', 'abcDEF123%2Bxyz789%3D'],
  ['vendor-token', '%', x('hvs', '.', MIXED)],
  [
    'jwt',
    'token is %',
    x('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'),
  ],
  ['authorization', 'Authorization: Bearer %', 'abcdef.ghijkl'],
  ['authorization', "-H 'Authorization: Basic %'", 'dXNlcjpwYXNz'],
  ['authorization', 'send Bearer % with it', 'abc123def456ghi789'],
  ['cookie', 'Cookie: session=%', 'abc123def456; other=zzz999'],
  ['connection-string', 'postgres://bob:%@db.local:5432/app', 'p@ss-w0rd!'],
  ['connection-string', 'redis://:%@127.0.0.1:6379', 'hunter'],
  ['connection-string', 'git remote add o https://%@github.com/a/b', x('abcdefghij', 'klmnopqrst1234')],
  ['command-password', 'curl -s -u bob:% https://x.y', 'hunter2'],
  ['command-password', 'sshpass -p % ssh a@b', 'hunter2'],
  ['command-password', 'mysql -u root -p% db', 'hunter2'],
  ['named-value', '- name: DB_PASSWORD\n  value: %', 'hunterhunter'],
  ['password-hash', 'hash %', x('$2b$12$', 'abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUV123456789')],
  [
    'gcp-private-key',
    '{"private_key": "%"}',
    `-----BEGIN PRIVATE ${'KEY'}-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\\n-----END PRIVATE ${'KEY'}-----\\n`,
  ],
  ['private-key', 'a\n%\nb', `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${PEM_BODY}\n-----END RSA PRIVATE ${'KEY'}-----`],
  ['private-key', 'a %', `-----BEGIN OPENSSH PRIVATE ${'KEY'}-----\n${PEM_BODY}`],
  ['private-key', '%\nb', `${PEM_BODY}\n-----END EC PRIVATE ${'KEY'}-----`],
  [
    'private-key',
    '%',
    `-----BEGIN PGP PRIVATE ${'KEY'} BLOCK-----\nVersion: GnuPG v2\n\n${PEM_BODY}\n=AbCd\n-----END PGP PRIVATE ${'KEY'} BLOCK-----`,
  ],
  ['private-key', '%', `+-----BEGIN PRIVATE ${'KEY'}-----\n+${PEM_BODY.replaceAll('\n', '\n+')}`.slice(1)],
  ['password', 'DB_PASSWORD=%', 'hunter'],
  ['password', 'PASSWORD="%"', 'correct horse battery'],
  ['password', 'password: "%"', 'hunter2'],
  ['password', '  password: %\n  next: 1', 'hunter'],
  ['password', 'mysqldump --password %', 'hunter'],
  ['password', 'tool --db-password=%', 'hunter2'],
  ['password', 'the password is %.', 'hunter2!x'],
  ['password', 'la contraseña es %', 'gato4567'],
  ['password', 'Server=x;Password=%;Timeout=5', 'hunter'],
  ['password', '<password>%</password>', 'hunter2'],
  ['password', 'machine a login bob password % ', 'zzz'],
  ['password', '{\\"password\\": \\"%\\"}', 'hunter2'],
  ['password', 'const password: string = "%"', 'hunter2'],
  ['password', 'x = "pa"; password = "%"', 'pa\\"ss9'],
  ['api-key', '"api_key": "%"', 'abcdef'],
  ['api-key', "apiKey: '%'", 'zzz-111'],
  ['api-key', 'X-Api-Key: %', 'abc123def'],
  ['api-key', 'OPENWEATHER_API_KEY=%', '550e8400-e29b-41d4-a716-446655440000'],
  ['api-key', 'os.environ["API_KEY"] = "%"', 'abcdef99'],
  ['secret', 'client_secret = %', 'a8f9k2l1'],
  ['secret', "process.env.SESSION_SECRET || '%'", 'dev-fallback'],
  ['password', '["--password", "%"]', 'hunter'],
  ['password', 'run\n--password\n%', 'hunter'],
  ['password', '"a\\nDB_PASSWORD=%\\r\\nnext"', 'qZvTkLmxW'],
  ['password', 'password = %', 'qZ8vT3kLm9xW2'],
  ['token', 'CI_TOKEN=%', 'abc12345xyz'],
  ['token', 'https://x.y/hook?token=%&a=1', 'abc12345xyz'],
  ['token', 'deploy --token % --now', 'abcdefgh'],
  ['token', '_authToken=%', MIXED],
  ['teams-webhook', 'https://a.webhook.office.com/webhookb2/%', `${HEX32}@${HEX32}/IncomingWebhook/${HEX32}`],
  // Letters alone, behind names in small letters.
  ['password', 'password = %\n', 'qZvTkLmxW'],
  ['password', 'password=% user=me', 'hxkvwmzt'],
  ['password', 'user: bob pass: %', 'bKdmWzqP'],
  ['token', 'token: %', 'qxkvWmztRb'],
  ['secret', 'secret=%', 'amberfalcon'],
  ['password', 'pw: %', 'amberfalcon'],
  ['api-key', 'api_key: %', 'bKdmWzqPx'],
  ['password', 'spring.datasource.password=%', 'amberfalcon'],
  // Names that were no names.
  ['password', 'DB_PASS=%', 'amberfalcon'],
  ['password', 'SMTP_PASS=%', 'x8kq2vz1'],
  ['password', '{"user":"a","pass":"%"}', 'amberfalcon'],
  ['api-key', '    client-key-data: %', 'LS0tLS1CRUdJTg0123=='],
  ['password', 'psk="%"', 'amberfalcon'],
  ['api-key', 'STRIPE_KEY=%', 'a8f9k2l1m3n4o5p6'],
  // Where the value stands.
  ['password', 'password:\n  %\n', 'x8kq2vz1'],
  ['password', 'password: |\n  %\n', 'x8kq2vz1'],
  ['password', 'passwords:\n  - %\n', 'x8kq2vz1'],
  ['password', 'ENV DB_PASSWORD %', 'amberfalcon'],
  ['password', 'user      root\npassword  %\nport      5432', 'x8kq2vz1'],
  ['password', '| password | % |', 'x8kq2vz1'],
  ['password', 'setPassword("%")', 'amberfalcon'],
  ['password', 'config.set("password", "%")', 'x8kq2vz1'],
  ['password', 'tool --db-pass % run', 'amberfalcon'],
  ['token', 'tokens: ["%"]', 'x8kq2vz1'],
  ['secret', 'secret: { "value": "%" }', 'x8kq2vz1'],
  ['password', 'map[password:% user:me]', 'x8kq2vz1'],
  ['password', 'my password is %', 'qZvTkLmxW'],
  ['password', 'set the password to %', 'x8kq2vz1'],
  ['password', 'the password for prod: %', 'x8kq2vz1'],
  ['password', '**Password:** %', 'x8kq2vz1'],
  // Commands and statements.
  ['command-password', "CREATE USER a IDENTIFIED BY '%'", 'amberfalcon'],
  ['command-password', 'aws configure set aws_session_token %', 'amberfalcon'],
  ['command-password', 'az login -u me -p %', 'amberfalcon'],
  ['command-password', 'openssl rsa -in k.pem -passin pass:% -out o.pem', 'amberfalcon'],
  ['command-password', 'echo % | docker login -u me --password-stdin', 'amberfalcon'],
  ['command-password', 'gh auth login --with-token <<< %', 'amberfalcon'],
  ['command-password', 'kubectl create secret generic s --from-literal=db=%', 'amberfalcon'],
  ['command-password', 'db.local:5432:shop:app:%', 'amberfalcon'],
  ['command-password', 'me:%@tcp(127.0.0.1:3306)/db', 'amberfalcon'],
  ['command-password', 'auth=("me", "%")', 'x8kq2vz1'],
  ['password', 'a temporary password for root@localhost: %', 'x8kq2vz1'],
  ['password', "INSERT INTO users (name, password) VALUES ('a', '%')", 'amberfalcon'],
  ['named-value', '<property name="password" value="%"/>', 'amberfalcon'],
  ['command-password', 'rabbitmqctl add_user app %', 'amberfalcon'],
  ['command-password', 'curl \\\n  -u me:% \\\n  https://acme.io', 'amberfalcon'],
  ['command-password', 'bash -c "mysql -uroot -p% shop" && echo "done"', 'amberfalcon'],
  ['command-password', 'run(["sshpass", "-p", "%", "ssh"])', 'amberfalcon'],
  ['command-password', 'security add-generic-password -a me -s db -w %', 'amberfalcon'],
  ['command-password', 'mc alias set local http://localhost:9000 admin %', 'amberfalcon'],
  ['command-password', 'fly secrets set STRIPE=% -a app', 'amberfalcon'],
  ['command-password', 'sqlplus -s app/%@orcl', 'amberfalcon'],
  ['command-password', 'sometool -u me -p % go', 'amberfalcon'],
  ['command-password', 'echo % | npx wrangler secret put STRIPE', 'amberfalcon'],
  ['command-password', 'openvpn --auth-user-pass <(echo %)', 'amberfalcon'],
  ['secret', 'jwt.sign(claims, "%")', 'x8kq2vz1'],
  ['secret', 'new NetworkCredential("me", "%")', 'x8kq2vz1'],
  ['named-value', '<key>API_SECRET</key>\n<string>%</string>', 'amberfalcon'],
  ['password', 'use % as the password', 'x8kq2vz1'],
  ['password', 'the password for the staging db is %', 'x8kq2vz1'],
  ['password', 'la clave es %', 'x8kq2vz1'],
  ['password', '密码是 %', 'x8kq2vz1'],
  ['password', 'password = """%"""', 'amberfalcon'],
  ['kubernetes-secret', 'kind: Secret\nmetadata:\n  name: x\ndata:\n  db: %\ntype: Opaque', 'c2VjcmV0'],
  ['kubernetes-secret', '{"kind":"Secret","stringData":{"db":"%"}}', 'amberfalcon'],
]

describe('redactSecrets', () => {
  it.each(CASES)('redacts %s in %s', (kind, around, secret) => {
    const [before = '', after = ''] = around.split('%')
    expect(redactSecrets(before + secret + after)).toBe(`${before}[redacted:${kind}]${after}`)
  })

  it('has a test for every kind of the table', () => {
    const tested = new Set(CASES.map(([kind]) => kind))
    expect(REDACTION_KINDS.map(({ kind }) => kind).filter((kind) => !tested.has(kind))).toEqual([])
  })

  it.each([
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'Z2V0VXNlckJ5SWQ= is base64 of a name',
    'interface User { password: string; token?: string }',
    'password: string',
    'function login(user: string, password: string): Promise<Token> {}',
    'const key = process.env.API_KEY',
    'apiKey: process.env.API_KEY,',
    'token = getToken()',
    'const token = await getToken()',
    'const API_KEY = loadKey()',
    'const secret = config.secret',
    'if (password === other.password) return token',
    '"tool_use_id": "toolu_01A09q90qw90lq917835lq9"',
    'token: toolu_01A09q90qw90lq917835lq9',
    'max_tokens: 4096, tokens = 200000, token_count: 12345678',
    'tokenizer: "bert-base-uncased-v1"',
    'PWD=/home/me/shop\nOLDPWD=/home/me',
    'password: "Enter your password"',
    'DATABASE_URL=postgres://user:${DB_PASSWORD}@host/db',
    'see https://localhost:3000/a/b and mail a@b.c',
    'export PASSWORD=$SECRET_FROM_VAULT',
    'token: ${{ secrets.GITHUB_TOKEN }}',
    '<label>Password</label><input type="password" placeholder="Password"/>',
    "text.includes('-----BEGIN PRIVATE KEY-----')",
    'task-0123456789abcdef0123456789 and disk-abcdefghijklmnopqrstuvwxyz',
    'the secret: keep functions small',
    'Authorization: `Bearer ${token}`',
    'docker run -u 1000:1000 image',
    'passwordField = document.getElementById("password")',
    'author: "Somebody Else", authenticate(user)',
    '.sk-folding-cube { animation: sk-foldCubeAngle 2.4s }',
    'integrity sha512-9fceb02d0ae598e95dc970b74767f19372d61af8+abc/def==',
    'password_reset_token_expires_at timestamp',
    'secretary: Bob Smith',
    '  --password    Password of the user\n  --token   API access for scripts',
    'export const ZodJWT = /*@__PURE__*/ core.make()',
    'setPrivateKey(privateKey: NodeJS.ArrayBufferView): void',
    'private oauthSelector: OAuthSelectorComponent | null = null',
    'const password = form.password',
    'passwordField = form.password',
    'token: AuthToken',
    'user.password = hashedPassword',
    'connect(password=pw, token=tok)',
    '--- PASS: TestLogin (0.00s)',
    'bypass: everything, compass: north, passed: 12',
    'secret:\n  name: db-credentials',
    'the password is required',
    'la contraseña es obligatoria',
    'API_KEY=your-api-key',
    'postgres://user:password@localhost:5432/db',
    'cache_key = f"user:{user_id}"',
    'jwt: JwtService',
    'kubectl get secret db -o yaml',
    'mysql -u root -p shop',
    'docker run -u 1000:1000 -p 8080:80 nginx',
    'git log -p a1b2c3d4',
    'heroku config:set NODE_ENV=production',
    'kubectl create secret generic db --from-file=key.pem',
    'openssl enc -aes-256-cbc -pass env:KEY -in a',
    'jwt.verify(token, publicKey, { algorithms: ["RS256"] })',
    'secret_arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db2"',
    'the password should be changed every 90 days',
    'use argon2 as the password hasher',
    'amqp://guest:guest@localhost:5672',
    'echo "$TOKEN" | docker login -u me --password-stdin',
    'hardened against accidental secret exposure!',
    '**Secret Findings**: 392',
    'If a real secret is detected:',
    'gpg --list-secret-keys 8E1F899571345D06',
    'user.signingkey = 8E1F899571345D06',
    'If all pass → `spawnDetached(repoRoot)`',
    'The key is `buildTreeWithChanges` at line 10',
    '$null = $Host.UI.RawUI.ReadKey("NoEcho,IncludeKeyDown")',
    'secrets could leak, I should add internal redaction here',
    '{"login":"Soph","name":"Stefan Haubold"}],"committedDate":"2026-02-15T10:20:13Z"',
    'api-key: LOGS/c7d2069e-c561-4759-8adf-b0745be78c29.jsonl',
    'Use 1Password for sensitive things',
    'a vulnerability, identified as CVE-2025-21207, classified',
  ])('leaves alone: %s', (text) => expect(redactSecrets(text)).toBe(text))

  // What looks like a name is no proof of harmlessness behind the name of a secret.
  it.each([
    ['curl -H "X-Vault-Token: %" https://h', 'amber-river-stone'],
    ['java -Djavax.net.ssl.keyStorePassword=% -jar a.jar', 'amber-river-stone'],
    ['setenv DB_PASSWORD %', 'amber-river-stone'],
    ["storePassword '%'", 'amberriver'],
    ["CREATE ROLE app LOGIN PASSWORD '%'", 'amberriver'],
    ['os.environ.get("DB_PASSWORD", "%")', 'amberriver'],
    ["cy.get('[name=password]').type('%')", 'amberriver'],
    ['| Password | % |', 'amber-river-stone'],
    ['the password for staging is %', 'amber-river-stone'],
    ['password: "%"', 'eYAcmF'],
    ['with the password %, please', 'X0G0-NEDA-Z7UC-MEES'],
    ['ADMIN_CREDENTIALS=admin:%', 'osodyekrvbku'],
    ['bob : EAP "%"', 'amberriver'],
  ])('redacts the value of %s', (line, value) => expect(redactSecrets(line.replace('%', value))).not.toContain(value))

  it('redacts a secret at its other places', () =>
    expect(redactSecrets('curl https://h/lookup/x7Kq2mZ9pL/a?api_key=x7Kq2mZ9pL')).not.toContain('x7Kq2mZ9pL'))

  it.each([
    'Password *string',
    'Secret:      [REDACTED_IP]',
    'API_KEY="sk-a***REDACTED***123"',
    'regex = "AccountKey=[a-zA-Z0-9+/=]{88}"',
    'Pass `sessions` to `print`',
    'psql "postgresql://$PGUSER:$PGPASSWORD@db/shop"',
    'fields: ["password", "firstname"]',
  ])('leaves what only stands where a secret would: %s', (text) => expect(redactSecrets(text)).toBe(text))

  it('redacts a second time without change', () => {
    const once = CASES.map(([, around, secret]) => redactSecrets(around.replace('%', () => secret))).join('\n')
    expect(redactSecrets(once)).toBe(once)
  })

  it('sees through the colours of a terminal, and leaves them where nothing is secret', () => {
    const value = 'x8kq2vz1'
    expect(redactSecrets(`\u001b[1mpassword\u001b[0m: \u001b[32m${value}\u001b[0m`)).toBe(
      'password: [redacted:password]',
    )
    expect(redactSecrets(`\\u001b[36mDB_PASS\\u001b[0m=${value}`)).toBe('DB_PASS=[redacted:password]')
    expect(redactSecrets('\u001b[32mpassed\u001b[0m 12 tests')).toBe('\u001b[32mpassed\u001b[0m 12 tests')
  })

  it('redacts every item of a list', () =>
    expect(redactSecrets('"passwords": ["x8kq2vz1", "y9wr3mb2"]')).toBe(
      '"passwords": ["[redacted:password]", "[redacted:password]"]',
    ))

  it('redacts a long value to its end', () =>
    expect(redactSecrets(`SECRET="${MIXED.repeat(60)}" next`)).toBe('SECRET="[redacted:secret]" next'))

  it.each([
    'sk-',
    'eyJ',
    'token',
    "token='",
    'token:',
    'password=',
    'password ',
    '://a:',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----END RSA PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n',
    '-----END RSA PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----\n',
    '--password\n',
    'curl -u ',
    'bearer ',
    'name: token ',
    'a',
    ' ',
    'aws secret ',
    '$6$a',
    'MNO-',
    '\\n',
  ])('stays fast on a megabyte of %j', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    // The processor's time: other programs of the machine do not count.
    const before = process.cpuUsage()
    redactSecrets(text)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2500)
  })
})

describe('redactWords', () => {
  it('redacts a word of a command given as a list', () =>
    expect(redactWords(['sshpass', '-p', 'amberfalcon', 'ssh', 'me@h', 'ls -l'])).toEqual([
      ...['sshpass', '-p', '[redacted:command-password]', 'ssh', 'me@h', 'ls -l'],
    ]))
})

describe('redactField', () => {
  it('takes the name of a pair, of the object around and of a list', () => {
    expect(redactField({ key: 'Value', value: 'hunter', named: 'DB_PASS' })).toBe('[redacted:password]')
    expect(redactField({ key: 'value', value: 'hunter', around: 'password' })).toBe('[redacted:password]')
    expect(redactField({ key: 'github', value: 'x8kq2vz1', around: 'secrets' })).toBe('[redacted:secret]')
    expect(redactField({ key: 'oauthClientSecret', value: 'amberfalcon' })).toBe('[redacted:secret]')
  })
  it('takes the label or the selector of a field for its name', () => {
    expect(redactField({ key: 'text', value: 'amberfalcon', named: 'Password field' })).toBe('[redacted:password]')
    expect(redactField({ key: 'text', value: 'amberfalcon', named: 'input[name="password"]' })).toBe(
      '[redacted:password]',
    )
  })
  it('takes what can only be a secret beside the name of a user', () => {
    expect(redactField({ key: 'word', value: 'x8kq2vz1Lp', hasUser: true })).toBe('[redacted:secret]')
    expect(redactField({ key: 'node_id', value: 'x8kq2vz1Lp', hasUser: true })).toBe('x8kq2vz1Lp')
  })
  it('leaves what only stands near a secret', () => {
    expect(redactField({ key: 'type', value: 'string', around: 'password' })).toBe('string')
    expect(redactField({ key: 'name', value: 'db-credentials', around: 'secret' })).toBe('db-credentials')
  })
})

describe('redactNamedValue', () => {
  it('redacts a field by its name', () => expect(redactNamedValue('db_password', 'hunter')).toBe('[redacted:password]'))
  it('leaves harmless fields', () => {
    expect(redactNamedValue('command', 'hunter')).toBe('hunter')
    expect(redactNamedValue('tool_use_id', 'toolu_0123456789abcdef')).toBe('toolu_0123456789abcdef')
    expect(redactNamedValue('token', 'identifier')).toBe('identifier')
  })
})
