/**
 * What must stay as it is: hashes, ids, lock files, code, styles, images, prose about secrets, and near misses: commands, settings and
 * sentences that look like those that hold a secret. Random parts are fresh each run.
 */
import { readLines } from './notation-file.ts'
import { fill, type Random } from './values.ts'

/** Each is made this often, with other random parts. */
const ROUNDS = 4

export function makeHarmless(random: Random): string[] {
  const made = [...RANDOM, ...GENERATED].flatMap((format) => Array.from({ length: ROUNDS }, () => fill(random, format)))
  return [...made, ...CODE, ...PROSE, ...PLAIN, ...readLines('near-misses.txt')]
}

/** Written down before the rules were run on any of them, and only measured. */
export function makeHeldOutHarmless(random: Random): string[] {
  return readLines('harmless-held-out.txt').flatMap((line) =>
    Array.from({ length: /\{[A-Za-z]\d/.test(line) ? ROUNDS : 1 }, () => fill(random, line)),
  )
}

/** Near misses of what only looks random beside a hint: ids, hashes and names that machines make, in lines about users and keys. */
const GENERATED = [
  ...[
    'git show {h40} # login page',
    'git checkout {h7} -- src/auth.ts',
    'https://github.com/acme/auth/commit/{h40}',
    'Merge pull request #{d3} from acme/login-{h7}',
    'auth-service: image registry.acme.io/auth@sha256:{h64}',
    'docker pull acme/login:{h12}',
    'FROM acme/keycloak@sha256:{h64}',
  ],
  ...[
    '"integrity": "sha512-{b86}=="',
    '    "integrity": "sha512-{b86}==", "name": "passport"',
    'resolved "https://registry.example.com/jsonwebtoken/-/jsonwebtoken-9.0.{d1}.tgz#{h40}"',
    'github.com/acme/auth v0.0.0-20240{d3}120000-{h12}',
    'passport@0.7.{d1}: sha512-{b86}==',
  ],
  ...[
    'pod/auth-service-{h10}-x{z4} 1/1 Running',
    'kubectl logs login-{h10}-b{z4} -n users',
    'deployment.apps/session-store-{h9}',
    'kubectl get secret sh.helm.release.v1.auth.v{d1}',
    'serviceaccount/client-{h10}',
  ],
  ...[
    'arn:aws:iam::{d12}:user/deploy',
    'arn:aws:secretsmanager:eu-west-1:{d12}:secret:db',
    'user pool eu-west-1_{U9} client_id={l26}',
    'i-0{h16} security group sg-0{h16}',
    'vpc-0{h16} account {d12}',
    'user_id=01H{U23}',
    'session_id: {h8}-{h4}-4{h3}-a{h3}-{h12}',
    'client id {h8}-{h4}-4{h3}-a{h3}-{h12}',
    '"account_id": "acct_id_{d10}"',
    'request_id=req_{h24} user=bob',
    '"node_id": "{A24}", "login": "bob"',
    '{"user":{"login":"bob","id":{d7},"node_id":"{A20}"}}',
  ],
  ...[
    'dist/assets/login-{h8}.js  12.4 kB',
    'build/static/css/auth.{h8}.chunk.css',
    'class="Login_form__{A5} css-{l6}"',
    '<div data-testid="login-form-{d3}" id="user{d4}">',
    'sourceMappingURL=auth.{h8}.js.map',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg',
    'uploads/users/{h24}.png',
    '/tmp/login.{d6}/client.sock',
  ],
  ...[
    'bob@example.com logged in from 10.0.{d2}.{d2}',
    'user bob@host{d2} connected on port {d4}',
    'client 0{h1}:{h2}:{h2}:{h2}:{h2}:{h2} authenticated',
    'account holder +1 555 {d3} {d4}',
    'ISBN 978-{d1}-{d2}-{d6}-{d1} key concepts of security',
    'user {d6} has {d4} tokens left',
    'token count: {d5}, session {d3} of {d4}',
    '--color-key-{d3}: #{h6}; --user-bg: #{h8}',
    'sha256sum login.tar.gz: {h64}',
    'ETag: "{h32}" for the client',
    'authenticated in {d3}ms, trace_id={h32} span_id={h16}',
    'key fingerprint SHA256:{A43}',
    'ssh-keygen: SHA256:{A43} bob@laptop (ED25519)',
    'HMAC test vector: {h64}',
    'auth v{d1}.{d2}.{d1}-rc.{d1}+build.{d3}',
    'login at 2024-0{d1}-1{d1}T10:{d2}:00Z by bob',
    'echo {h40} | sha256sum -c',
    'mkdir -p build{d4} && cp -p login{d2}.ts out',
    'ssh -p {d4} bob@host{d2}',
    'docker run -p {d4}:{d4} -u {d4}:{d4} keycloak',
    'git log -S getUser{d1} -p {h7}',
  ],
]

/** Words, names and commands beside hints: what sessions are full of. */
const PLAIN = [
  ...[
    'the user is nowhere to be found',
    'authentication works anywhere',
    'acknowledges the login afterwards',
    'the key is knowledge',
  ],
  ...[
    'rabbitmqctl list_users',
    'mkdirSync(join(home, "keys"))',
    'Buffer.byteLength(token)',
    'useAuth0Client()',
    'const authV2Client = makeClient()',
  ],
  ...[
    'TestE2E_LoginWorkflow',
    '--- PASS: TestE2E_LoginWorkflow (14.25s)',
    'user opens RFC3339Nano',
    'token of type utf8mb4_general_ci',
  ],
  ...[
    'npm i passport@0.7.0 bcryptjs@2.4.3',
    'pip install python-jose[cryptography]==3.3.0',
    'cargo add jsonwebtoken@9',
    'go get golang.org/x/crypto/bcrypt',
  ],
  ...[
    'kubectl config use-context user@cluster01',
    'aws sts assume-role --role-session-name ci01',
    'gcloud auth login --no-launch-browser',
  ],
  ...[
    'docker login registry.acme.io',
    'gh auth status',
    'npm whoami',
    'ssh-add ~/.ssh/id_ed25519',
    'ssh bob@web01.example.com -p 2222',
  ],
  ...[
    'useradd -m -s /bin/bash deploy01',
    'chown -R www-data:www-data /var/www',
    'su - postgres15',
    'id -u jenkins',
    'passwd --lock guest01',
  ],
  ...[
    'psql -h localhost -p 5432 -U postgres app_test',
    'mysql -u root -p app_production',
    'redis-cli -h cache01 -p 6379 ping',
    'mongosh --port 27017',
  ],
  ...[
    'pytest -k test_login_with_oauth2 -p no:cacheprovider',
    'cargo test -p auth_service2 login',
    'tmux new -s session01',
    'go test ./auth -run TestLogin2FA',
  ],
  ...[
    'export USER=deploy',
    'HOME=/root USER=bob make test',
    'client = Client("api.example.com")',
    'bot = Bot("my-bot-name")',
    'new Error("LoginFailed2")',
  ],
  ...[
    'openssl genrsa -out key.pem 4096',
    'keytool -list -v -keystore app.jks',
    'gpg --list-keys --keyid-format=long',
    'age-keygen -o key.txt',
  ],
  ...[
    'import { signInWithPopup } from "firebase/auth"',
    'from cryptography.hazmat.primitives import hashes',
    'require("passport-google-oauth20")',
  ],
  ...[
    '@app.route("/login2")',
    'router.post("/auth/v1/token", handler)',
    'expect(user.name).toBe("Alice42")',
    'it("signs in user1 and user2")',
  ],
  ...[
    'wifi: connected to HomeNet5G',
    'ssid="GuestNetwork"',
    'account: checking0001',
    'admin panel at admin01.internal',
    'connect to db-replica-02',
  ],
  ...[
    'key: value',
    'keyboard layout: qwertz',
    'hotkey Ctrl+Shift+P',
    'the session begins with SessionStart',
    'session-start.md',
    'tokens_per_second=41.5',
  ],
  ...[
    '| user | role |',
    '| admin | owner |',
    'username,email,created_at',
    'users: 1,204 sessions: 88',
    'clients.connected=14',
    'locked by pid 41234',
  ],
  ...[
    'security.md#reporting',
    'unlock the mutex in worker_3a',
    'lockfileVersion: 3',
    'deadlock in thread-pool-7-worker-12',
    'crypto.randomUUID()',
    'encrypt at rest with AES-256-GCM',
  ],
  ...[
    'The user wants the **login** page to say `Welcome back!`',
    'Rotate the secret **immediately**',
    'No passwords are stored **anywhere**',
    '**Detected secrets:** none',
  ],
]

const RANDOM = [
  ...[
    'commit {h40}',
    '{h7} fix the parser',
    'index {h7}..{h7} 100644',
    'Merge {h40} into {h40}',
    'sha256:{h64}',
    'sha1: {h40}',
    'md5 {h32}',
  ],
  ...[
    'id {h8}-{h4}-4{h3}-a{h3}-{h12}',
    '"uuid": "{h8}-{h4}-4{h3}-a{h3}-{h12}"',
    '"session_id": "{h8}-{h4}-4{h3}-a{h3}-{h12}"',
    'ETag: "{h32}"',
  ],
  ...[
    '"integrity": "sha512-{b86}=="',
    '"resolved": "https://registry.npmjs.org/ms/-/ms-2.1.3.tgz#{h40}"',
    'github.com/a/b v1.2.3 h1:{b43}=',
  ],
  ...[
    'checksum = "{h64}"',
    'hash: sha256-{b43}=',
    '"version": "1.{d2}.{d1}"',
    'request id: {l26}',
    'trace_id={h32} span_id={h16}',
    'build {d10}',
  ],
  ...[
    'data:image/png;base64,iVBORw0KGgo{b60}',
    'src="data:image/svg+xml;base64,{b48}"',
    '/assets/index-{A8}.js',
    'chunk-{U8}.mjs',
    'main.{h8}.css',
  ],
  ...[
    'color: #{h6};',
    '<path d="M{d2} {d2}l{d1}-{d1}z"/>',
    'arn:aws:iam::{d12}:role/deploy',
    'vpc-{h17}',
    'i-{h17}',
    'sg-{h17} allows 443',
  ],
  ...[
    'docker.io/library/node@sha256:{h64}',
    'image: acme/api:{h12}',
    'toolu_01{A22}',
    'msg_01{A22}',
    'req_{A24}',
    'cus_{A14}',
    'pi_{A24}',
  ],
  ...[
    'pk_live_{A24}',
    'localhost:{d4}',
    '192.168.{d2}.{d2}:{d4}',
    '2026-0{d1}-1{d1}T10:{d2}:00Z',
    '{d13}',
    'took {d3} ms',
    '0x{h8}',
    'blob {h40} {d4}',
  ],
  ...[
    '-----BEGIN CERTIFICATE-----\nMIID{b60}\n-----END CERTIFICATE-----',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} me@host',
    'SHA256:{b43} me@host',
  ],
  ...[
    'at Object.<anonymous> (/app/dist/chunk-{A8}.js:{d2}:{d3})',
    'pid {d5} port {d4}',
    'cache-key: node-modules-{h64}',
    'key: "v1-{h40}"',
  ],
  ...[
    'tokens: {d5}',
    'max_tokens={d4}',
    '"input_tokens": {d6}',
    'token_count: {d4}',
    'next_page_token: null',
    'primary_key: {d6}',
    'publicKey: "{h8}"',
  ],
]

const CODE = `const token = getToken()
const token = await getToken()
let token = readToken(file)
token = response.token
token = req.headers.authorization
password: string
password: String,
password?: string
password: string | undefined
password: Option<String>,
password = models.CharField(max_length=128)
passwordField = form.password
passwordField = document.querySelector('#password')
const password = form.password
const password = req.body.password
const { password } = req.body
const { user, password, token } = credentials
let password = prompt('Password')
password = input("Password: ")
password = getpass.getpass()
password = os.environ["DB_PASSWORD"]
password = os.environ.get('DB_PASSWORD')
password = os.getenv("DB_PASSWORD")
password := os.Getenv("DB_PASSWORD")
password: process.env.DB_PASSWORD,
password: process.env['DB_PASSWORD'],
password: env('DB_PASSWORD'),
password: config.get('db.password'),
password: import.meta.env.VITE_PASSWORD
password: \${DB_PASSWORD}
password: "\${DB_PASSWORD}"
password: {{ db_password }}
password: "{{ vault_db_password }}"
password: !vault |
password: \${{ secrets.DB_PASSWORD }}
token: \${{ secrets.GITHUB_TOKEN }}
token: \${{ github.token }}
DB_PASSWORD=\${DB_PASSWORD}
DB_PASSWORD=$DB_PASSWORD
DB_PASSWORD=$(cat /run/secrets/db)
DB_PASSWORD=
API_KEY=<your key>
API_KEY=your-api-key
API_KEY=your_api_key_here
PASSWORD=********
PASSWORD=xxxxxxxx
password: ****
password: "<password>"
password = '...'
api_key = "YOUR_API_KEY"
const apiKey = config.apiKey
const apiKey = options.apiKey ?? defaultKey
const apiKey = this.options.key
apiKey: this.apiKey,
apiKey,
apiKey: string
apiKey: z.string().min(1),
token: z.string(),
password: Joi.string().required(),
password: yup.string().required('Required'),
password = serializers.CharField(write_only=True)
self.password = password
self.token = token
this.password = password;
this.token = token
user.password = hashedPassword
user.password = await bcrypt.hash(password, 10)
user.password_hash = generate_password_hash(password)
if (user.password !== password) throw new Error('no')
if token is None:
if not token:
if (!token) return
return token
return { token, user }
token: Token
token: AuthToken
token: CancellationToken
token: vscode.CancellationToken
tokens: Token[]
tokens = tokenizer.tokenize(text)
tokens = text.split(' ')
token = lexer.next()
token = tokens[i]
token = next(tokens)
token += char
case Token.Identifier:
type TokenKind = 'word' | 'number'
enum TokenType { Word, Number }
interface Credentials { user: string; password: string }
class PasswordInput extends React.Component {
function resetPassword(token: string, password: string) {
def login(username: str, password: str) -> bool:
def set_password(self, raw_password):
func Login(user, password string) error {
fn login(user: &str, password: &str) -> Result<Token> {
public void setPassword(String password) {
setPassword(e.target.value)
setPassword(password)
setPassword('')
setToken(null)
setToken(data.token)
user.setPassword(encoder.encode(raw))
const [password, setPassword] = useState('')
const [token, setToken] = useState<string | null>(null)
<input type="password" name="password" required />
<input type="password" placeholder="Enter your password">
<input type="password" v-model="password">
<PasswordField label="Password" value={password} />
<label for="password">Password</label>
<Label htmlFor="token">Token</Label>
label: 'Password'
placeholder: 'Your password'
password: 'Password is required',
passwordLabel: "Password",
"password": "Password",
"forgotPassword": "Forgot your password?",
"passwordMismatch": "Passwords do not match",
"tokenExpired": "Your session has expired",
{ "type": "password" }
type: password
"type": "string", "format": "password"
required: [username, password]
required:\n  - username\n  - password
secret:\n  name: db-credentials
secretName: db-credentials
secretKeyRef:\n  name: db\n  key: password
valueFrom: { secretKeyRef: { name: db, key: password } }
existingSecret: my-db-secret
imagePullSecrets:\n  - name: regcred
secrets: inherit
secrets:\n  - db_password
api_key:\n  type: apiKey\n  in: header
name: X-API-Key
in: header
securitySchemes:\n  bearerAuth:\n    type: http\n    scheme: bearer
Authorization: Bearer <token>
Authorization: Bearer \${token}
headers: { Authorization: \`Bearer \${token}\` }
headers['Authorization'] = f'Bearer {token}'
Authorization: "Bearer " + token
-H "Authorization: Bearer $TOKEN"
curl -u "$USER:$PASS" https://h
curl -u user:password https://example.com
mysql -u root -p shop
mysql -u root -p"$MYSQL_PWD" shop
docker login -u me --password-stdin
echo "$TOKEN" | docker login -u me --password-stdin
cat token.txt | docker login -u me --password-stdin
mkdir -p src/auth
cp -p a b
ssh -p 2222 me@host
az login
az login --use-device-code
aws configure list
aws configure set region eu-central-1
aws configure set output json
kubectl get secret db -o yaml
kubectl create secret generic db --from-file=./password.txt
openssl rand -hex 32
openssl req -newkey rsa:2048 -nodes -keyout key.pem
gpg --import key.asc
git config --global credential.helper store
postgres://user:password@localhost:5432/db
postgres://localhost:5432/app
redis://localhost:6379/0
https://github.com/acme/api/pull/12#issuecomment-1234567
https://example.com/?page=2&sort=token
git@github.com:acme/api.git
me@example.com
CREATE TABLE users (id int, password varchar(255), token text)
ALTER TABLE users ADD COLUMN password_hash text
SELECT password FROM users WHERE token = ?
SELECT password FROM users WHERE token = $1
UPDATE users SET password = :password WHERE id = :id
INSERT INTO users (name, password) VALUES (?, ?)
CREATE USER app IDENTIFIED BY :password
IDENTIFIED BY '\${DB_PASSWORD}'
t.string "password_digest"
add_index :users, :reset_password_token
has_secure_password
validates :password, presence: true
params.require(:user).permit(:email, :password)
expect(page).toHaveText('password')
expect(login('bob', password)).toBe(true)
it('asks for a password')
it('rejects an expired token', () => {
describe('token refresh', () => {
test_password_reset PASSED
✓ resets the password (12 ms)
assert token is not None
mock.token.mockReturnValue(undefined)
jest.mock('./token')
import { password } from './fields'
import Token from './token'
from app.tokens import make_token
require('./secrets')
export { token } from './token'
export type Secret = string
src/auth/password.ts
src/auth/token-store.test.ts: 12 passed
tests/test_password_reset.py::test_token PASSED
app/models/secret_key.rb
.btn-pass { color: green }
.token.keyword { color: #07a }
.token.punctuation, .token.operator { color: #999 }
.password-field:focus { outline: none }
@media (pass: fine) { a { color: red } }
grid-template-areas: "token token"
passing: 12, failing: 0
Tests: 3 failed, 120 passed, 123 total
pass: 120
passed: true
pass 12 of 14
compass: north
bypass: true
passive: true
passport.authenticate('jwt')
passenger_count = 4
author: Somebody
authors = ["Ann Example"]
authority: https://login.example.com
auth: required
auth: true
auth: { type: 'oauth2' }
authenticated = true
key: value
key = "name"
keys: ["a", "b"]
keyboard: qwerty
primary key (id)
foreign_key: user_id
cache_key = f"user:{user_id}"
partition_key: tenant_id
const key = event.key
const key = \`\${a}:\${b}\`
const cacheKey = [user, page].join('-')
queryKey: ['users', page]
sortKey: 'createdAt'
monkey = 'banana'
hotkey: 'ctrl+shift+p'
i18nKey="login.password.label"
t('auth.password.placeholder')
messages.password.required
pwd=/home/me/app
PWD=/home/me/app
OLDPWD=/home/me
$(pwd)/src
cd "$(pwd)"
pin: 1.2.3
pinned: true
spin: false
opinion: strong
secretary = "Ann"
secretsManager.getSecretValue({ SecretId: id })
new SecretClient(url, new DefaultAzureCredential())
credential = DefaultAzureCredential()
credentials: 'include'
credentials: true
credentials: same-origin
withCredentials: true
Access-Control-Allow-Credentials: true
csrfToken: req.csrfToken()
csrf_token = generate_csrf()
{% csrf_token %}
tokenize(text)
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
pad_token_id=tokenizer.eos_token_id
eos_token: "</s>"
bos_token = "<s>"
stop_token: "###"
sessionToken: session.token,
accessToken: tokens.access,
refreshToken: string
idToken?: string
const accessToken = await auth.getAccessToken()
accessToken = localStorage.getItem('accessToken')
localStorage.setItem('token', token)
cookies.set('token', token)
Cookies.get('session')
jwt.sign({ id }, secret)
jwt.verify(token, process.env.JWT_SECRET)
jwt = require('jsonwebtoken')
jwt: JwtService
secret: process.env.SESSION_SECRET,
secret: config.secret
secret: options.secret || undefined
secret = crypto.randomBytes(32)
secret = secrets.token_hex(16)
secret: Secret
secret: k8s.Secret
clientSecret: env.CLIENT_SECRET,
client_secret=settings.CLIENT_SECRET
api_key=settings.api_key
api_key=os.environ['API_KEY']
api_key: str = Field(default=None)
api_key: Optional[str] = None
API_KEY = os.environ["API_KEY"]
API_KEY = config("API_KEY")
const API_KEY = process.env.API_KEY ?? ''
const SECRET = process.env.SECRET!
SECRET_KEY = env("SECRET_KEY")
TOKEN_URL = "https://auth.example.com/token"
token_url: https://auth.example.com/oauth/token
token_endpoint: "https://idp/token"
token_type: bearer
"token_type": "Bearer"
grant_type=password
grant_type=client_credentials
token_expiry = timedelta(minutes=5)
tokenLifetime: 3600
password_min_length: 12
passwordStrength = score(password)
password_reset_url = reverse("password_reset")
password-reset: /account/reset
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_USER_MODEL = "accounts.User"
AUTH_PROVIDER=github
AUTH_ENABLED=true
SECRET_NAME=prod-db
SECRETS_DIR=/run/secrets
POSTGRES_PASSWORD_FILE=/run/secrets/db_password
TOKEN_FILE=/var/run/token
KEY_FILE=/etc/ssl/private/key.pem
ssl_certificate_key /etc/nginx/key.pem;
IdentityFile ~/.ssh/id_ed25519
PasswordAuthentication no
PermitRootLogin prohibit-password
password required pam_unix.so
auth sufficient pam_permit.so
--password <password>    password of the user
--token TOKEN            access token to use
-p, --password string    Password
  --api-key    the key to use
usage: tool [--token TOKEN] [--secret SECRET]
options.token
args.password
program.option('-t, --token <token>', 'the token')
parser.add_argument("--password", help="the password", required=True)
@click.option("--token", envvar="TOKEN")
flag.String("password", "", "password of the user")
viper.GetString("db.password")
@Value("\${db.password}")
private String password;
private final String token;
String getPassword();
char[] password
std::string password;
val password: String
var token: String?
let token: Token = Token::new();
pub password: Secret<String>,
password: SecretString::from(raw)
Password string \`json:"password"\`
Token  string \`json:"token,omitempty"\`
Password *string
password        varchar(255)
token           text NOT NULL`
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n'))

const PROSE = `the password is required
the password is wrong
the token is expired and must be refreshed
the password is stored as a hash
my password is not working
the api key is missing from the header
password is incorrect, try again
enter your password: it is not shown
the secret: keep functions small
passwords are hashed with argon2
token refresh happens every hour
please add a password field to the form
rename the token variable to accessToken
why is the token undefined here?
where does the secret come from?
use the token from the environment
store the key in the keychain
the password reset mail is not sent
the login page asks for the password twice
pass the token to the client
pass: the tests are green
all tests pass on main
the key is the id of the row
the key to this is the cache
credentials are read from the keychain
auth is done by the proxy
authentication failed: bad token
Error: Invalid token
Error: token expired at 2026-01-01
error: password authentication failed for user "app"
fatal: Authentication failed for 'https://github.com/acme/api.git/'
remote: Support for password authentication was removed.
Permission denied (publickey,password).
Unexpected token < in JSON at position 0
SyntaxError: Unexpected token '}'
Unexpected token: punctuation
npm ERR! code ENEEDAUTH
warning: secret scanning found nothing
Secret rotation is planned for Monday
El token es necesario para entrar
la contraseña es obligatoria
add tests for the password rules
make the token bucket smaller
token bucket: 20 per second
set the password to something else
change the password policy
two secrets, one file
the passphrase prompt appears twice
Password:
Password for me@host:
[sudo] password for me:
Enter passphrase for key '/home/me/.ssh/id_ed25519':
lorem ipsum dolor sit amet
foo bar baz
hello world
the quick brown fox jumps over the lazy dog`.split('\n')
