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
    // What a command reads from its line, a record, a pair, the options of Windows.
    'acmectl open <<< "bob %"',
    "acmectl open <<< $'bob\\n%\\ny'",
    'accounts: bob:%:admin',
    'creds are bob/%',
    'acmectl -u:bob -p:% go',
    'acmectl "bob:%@/shop?tls=true"',
    'labels: traefik.http.middlewares.a.basicauth.users=bob:%',
    'user bob\nword %',
    // Calls without brackets, calls of what a call gave, the header of a list.
    "JWT.encode payload, '%', 'HS256'",
    "mailer = require('mailer')('%')",
    'cn.Open "Data Source=h;", "bob", "%"',
    "axios.defaults.headers.common['Authorization'] = '%'",
    'https://hooks.h.io/in/T01/%',
    'https://h.io/unlock?user=bob&pin=%',
    // Nothing says so but its looks.
    'acmectl open main % --readonly',
    'the box in the hall % and then left',
  ])('takes a word that can only be a secret: %s', (line) =>
    expect(redactHinted(line.replace('%', 'x7Kq2mZ9pL'))).toBe(line.replace('%', MARK)),
  )

  it('takes a secret at its other places too', () =>
    expect(redactHinted('login x7Kq2mZ9pL\nthen x7Kq2mZ9pL')).toBe(`login ${MARK}\nthen ${MARK}`))

  it('says what looks like many names of things to be none', () => {
    const list = Array.from({ length: 12 }, (_, at) => `x${at}Kq2mZ9pL`).join('\n')
    expect(redactHinted(list)).toBe(list)
  })

  it.each([
    'total 8\ndrwxr-xr-x@ 3 bob staff .git',
    "'total 0\\ndrwxr-xr-x 1 root root'",
    'grep -E "[a-zA-Z0-9._%+-]+@" users.txt',
    '<div className="h-[calc(100%-40px)]">',
    'Serial Number:       K9D2MYNJ0H',
    'cus_DyHnWIwfpiqAzg',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIfqUWCVN bob@h',
    'root (pubkey auth: 5BNPp0LwvI75...)',
    '@acme/rapier2d-simd-compat@0.17.3',
    'https://cdn.io/claude-code/s7NM0vfd_wres2nf/images/a.svg',
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
  it.each(['x7Kq2mZ9pL', 'qzvtklmxw', 'aB!3x#9kQ', '3jq654kh03c', '362mvz98t', 'ZACix-B2WL1T', 'BdkYTCTQSl_W0XDK'])(
    'knows %s',
    (word) => expect(isScrambled(word)).toBe(true),
  )
  it.each([
    'markdown',
    'base64encode',
    'useAuth0Client',
    '2024-01-10T10',
    'v1.2.3-rc.1',
    'sha256sum',
    'us-east-1a',
    '12h30m15s',
    'Ctrl+Shift+P',
    '0x0..0x800020EF0',
    'node-modules-8a95105ddf53ecf1',
  ])('takes %s for a word', (word) => expect(isScrambled(word)).toBe(false))
})
