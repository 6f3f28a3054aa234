import { describe, expect, it } from 'vitest'
import { redactHinted } from './hinted-secret.ts'
import { isScrambled } from './scrambled.ts'

const MARK = '[redacted:secret]'

describe('redactHinted', () => {
  it.each([
    'acmectl auth enroll % --now',
    'acmectl -p % status',
    'acmectl -c bob:% top',
    'printf "%" | acme-import',
    'pool.signInWithEmail("a@b.co", "%")',
    'new Mailer("%")',
    'bob@example.com:% is the test user',
    'credentials:\n  bob: %',
    'standby 1 authentication %',
    // The head of a section, of a column, of a list; a here-document, a line that goes on.
    '[credentials]\nregion = eu\nbob = %',
    'name  password\nbob   %',
    'name,role,password\nbob,admin,%',
    'acmectl login <<EOF\n%\nEOF',
    'open_session(\n  "bob",\n  "%"\n)\n# login',
    // Behind it.
    '% is what I log in with',
    // Parts of addresses, names and hosts.
    'https://h.io/hooks/%',
    'https://h.io/data?q=1&appid=%',
    'acmectl bob:%@10.0.0.5',
    'acmectl -h %@localhost',
    'acmectl bob:% go',
    // What a name is set to, what a call is given, what people say.
    'acmectl --enrol-with % --now',
    'let relay = "%";',
    'setup(link, "bob", "%")',
    'for staging try %',
    'staging is bob / %',
    '<sharedKey kind="a">%</sharedKey>',
  ])('takes a word that can only be a secret: %s', (line) =>
    expect(redactHinted(line.replace('%', 'x7Kq2mZ9pL'))).toBe(line.replace('%', MARK)),
  )

  it('takes a secret at its other places too', () =>
    expect(redactHinted('login x7Kq2mZ9pL\nthen x7Kq2mZ9pL')).toBe(`login ${MARK}\nthen ${MARK}`))

  it.each([
    'auth: commit 9f8e7d6c5b4a by bob',
    'the user acknowledges the login afterwards',
    'token = Buffer.byteLength(text)',
    '--- PASS: TestE2E_LoginWorkflow (14.25s)',
    '{"login":"bob","node_id":"x7Kq2mZ9pL"}',
    'kubectl logs auth-service-7d4b9c6f5d-x2k4p',
    'Rotate the secret **immediately**',
    'the login extension dbepggeogbaibhgnhhndojpepiihcmeb is on',
    'user.created.strftime("%Y-%m-%d_%H-%M-%S")',
    'the user runs git log 46f74c20^2..46f74c20^2~10',
    'key: [REDACTED_API_KEY_9X]',
    'require("x7Kq2mZ9pL")',
    'buildId: "x7Kq2mZ9pL"',
    'https://cdn.io/x7Kq2mZ9pL/images/hook-resolution.svg',
    '-----BEGIN PGP PUBLIC KEY BLOCK----- x7Kq2mZ9pL',
    'i18nKey="login.password.label"',
  ])('leaves alone: %s', (line) => expect(redactHinted(line)).toBe(line))
})

describe('isScrambled', () => {
  it.each(['x7Kq2mZ9pL', 'qzvtklmxw', 'aB!3x#9kQ'])('knows %s', (word) => expect(isScrambled(word)).toBe(true))
  it.each(['markdown', 'base64encode', 'useAuth0Client', '2024-01-10T10', 'v1.2.3-rc.1', 'sha256sum', 'us-east-1a'])(
    'takes %s for a word',
    (word) => expect(isScrambled(word)).toBe(false),
  )
})
