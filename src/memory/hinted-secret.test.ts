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
  ])('leaves alone: %s', (line) => expect(redactHinted(line)).toBe(line))
})

describe('isScrambled', () => {
  it.each(['x7Kq2mZ9pL', 'qzvtklmxw', 'aB!3x#9kQ'])('knows %s', (word) => expect(isScrambled(word)).toBe(true))
  it.each(['markdown', 'base64encode', 'useAuth0Client', '2024-01-10T10', 'v1.2.3-rc.1', 'sha256sum', 'us-east-1a'])(
    'takes %s for a word',
    (word) => expect(isScrambled(word)).toBe(false),
  )
})
