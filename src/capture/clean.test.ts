import { describe, expect, it } from 'vitest'
import type { Json } from '../memory/event.ts'
import { hostTool } from './captured-event.fixture.ts'
import type { CapturedEvent, HostToolEvent } from './captured-event.ts'
import { cleanEvent, privateTokensOf } from './clean.ts'
import { MAX_EVENT_BYTES } from './event-size.ts'

const nothing = () => false
const tool = (more: Partial<HostToolEvent>) => hostTool('Bash', more)
const prompt = (text: string): CapturedEvent => ({
  kind: 'prompt',
  key: 'p:1',
  sessionId: 's',
  at: 1,
  origin: 'hook',
  text,
  machineMade: false,
})
const output = (more: Partial<HostToolEvent>, isPrivate = nothing as (token: string) => boolean): Json => {
  const cleaned = cleanEvent(tool(more), isPrivate)
  return cleaned.kind === 'tool' ? cleaned.output : null
}
const textOf = (event: CapturedEvent) => (event.kind === 'tool' ? '' : event.text)
const size = (event: CapturedEvent) => Buffer.byteLength(JSON.stringify(event))
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const KEY_LINES = Array.from({ length: 20 }, (_, i) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj${i}`)

describe('cleanEvent', () => {
  it('removes private text and marks a prompt that was wholly private', () => {
    expect(textOf(cleanEvent(prompt('use <private>x</private> now'), nothing))).toBe('use  now')
    expect(textOf(cleanEvent(prompt(' <private>everything'), nothing))).toBe('[private]')
    expect(textOf(cleanEvent(prompt(''), nothing))).toBe('')
  })
  it('scrubs private tokens and secrets from every string and from keys', () => {
    const cleaned = output(
      { output: { stdout: `a hunter2-Xy b ${TOKEN}`, [TOKEN]: [{ deep: 'k=hunter2-Xy' }] } },
      (token) => token === 'hunter2-Xy',
    )
    expect(cleaned).toEqual({
      stdout: 'a [private] b [redacted:github-token]',
      '[redacted:github-token]': [{ deep: 'k=[private]' }],
    })
  })
  it('takes the name of a field into account', () =>
    expect(
      output({
        output: {
          password: 'hunter',
          env: [{ name: 'DB_PASSWORD', value: 'hunter' }],
          headers: { Authorization: 'Basic aaaa' },
        },
      }),
    ).toEqual({
      password: '[redacted:password]',
      env: [{ name: 'DB_PASSWORD', value: '[redacted:password]' }],
      headers: { Authorization: '[redacted:authorization]' },
    }))
  it('judges lists, nested fields and secrets of Kubernetes by what they stand in', () =>
    expect(
      output({
        output: {
          passwords: ['hunter', 'x8kq2vz1'],
          password: { value: 'hunter' },
          parameters: [{ ParameterKey: 'DbPassword', ParameterValue: 'hunter' }],
          object: { kind: 'Secret', data: { login: 'aHVudGVy' } },
        },
      }),
    ).toEqual({
      passwords: ['[redacted:password]', '[redacted:password]'],
      password: { value: '[redacted:password]' },
      parameters: [{ ParameterKey: 'DbPassword', ParameterValue: '[redacted:password]' }],
      object: { kind: 'Secret', data: '[redacted:kubernetes-secret]' },
    }))
  it('judges a command given as a list, and a text typed into a field', () => {
    const command = ['sshpass', '-p', 'amberfalcon', 'ssh']
    const steps = [{ element: 'Password', text: 'silvertiger' }]
    const kept = JSON.stringify(cleanEvent(tool({ input: { command, steps } }), nothing))
    expect(kept).toContain('"sshpass","-p","[redacted:command-password]","ssh"')
    expect(kept).not.toMatch(/amberfalcon|silvertiger/)
  })
  it('redacts names of tools, agents and sessions', () => {
    const cleaned = cleanEvent(
      tool({ tool: `mcp__${TOKEN}`, sessionId: `s ${TOKEN}`, agent: { id: TOKEN, type: TOKEN } }),
      nothing,
    )
    expect(JSON.stringify(cleaned)).not.toContain(TOKEN)
    expect(cleaned.sessionId).toBe('s [redacted:github-token]')
  })
  it('finds a key block that spans the lines of a patch', () => {
    const lines = [
      '+-----BEGIN RSA PRIVATE KEY-----',
      ...KEY_LINES.map((line) => `+${line}`),
      '+-----END RSA PRIVATE KEY-----',
      ' next',
    ]
    expect(output({ tool: 'Edit', output: { structuredPatch: [{ oldStart: 1, lines }] } })).toEqual({
      structuredPatch: [{ oldStart: 1, lines: ['+[redacted:private-key]', ' next'] }],
    })
  })
  it('drops the original file and image data', () => {
    const data = 'QUJD'.repeat(100)
    expect(output({ tool: 'Edit', output: { originalFile: 'x', filePath: '/a' } })).toEqual({ filePath: '/a' })
    expect(output({ tool: 'Read', output: { type: 'image', file: { base64: data, type: 'image/png' } } })).toEqual({
      type: 'image',
      file: { base64: '[image left out]', type: 'image/png' },
    })
    expect(output({ output: [{ type: 'image', data, mimeType: 'image/png' }] })).toEqual([
      { type: 'image', data: '[image left out]', mimeType: 'image/png' },
    ])
    expect(output({ output: { stdout: `data:image/png;base64,${data}` } })).toEqual({ stdout: '[image left out]' })
  })
  it('keeps head and tail of long output and says how much is missing', () => {
    const stdout = Array.from({ length: 10_000 }, (_, i) => `line ${i}`).join('\n')
    const cleaned = output({ output: { stdout } }) as { stdout: string }
    expect(cleaned.stdout).toMatch(/^line 0\n/)
    expect(cleaned.stdout).toMatch(/line 9999$/)
    const missing = Number(/\[… ([\d,]+) characters left out …\]/.exec(cleaned.stdout)?.[1]?.replaceAll(',', ''))
    expect(missing).toBe(stdout.length - 6000)
    expect(cleaned.stdout.length).toBeLessThan(6060)
  })
  it('keeps only 2,000 characters of a file that was read', () => {
    const cleaned = output({ tool: 'Read', output: { file: { content: 'x y\n'.repeat(5000) } } }) as {
      file: { content: string }
    }
    expect(cleaned.file.content.length).toBeLessThan(2060)
  })
  it('leaks no half of a secret where the text is cut', () => {
    for (let shift = 0; shift < 300; shift += 7) {
      for (const separator of ['\n', ' ', ',']) {
        const filler = `word${separator}`.repeat(400)
        const stdout = `${'a'.repeat(shift)}${separator}${`${filler}${TOKEN}${separator}`.repeat(60)}`
        const text = JSON.stringify(output({ output: { stdout } }))
        expect(text).not.toMatch(/1L2m3|a1B2c3/)
      }
    }
  })
  it('leaks no private text when its opening tag lies in the part that is cut out', () => {
    const stdout = `${'start\n'.repeat(5000)}<private>${'x\n'.repeat(5000)}TOP-SECRET-1</private>\nend`
    expect(JSON.stringify(output({ output: { stdout } }))).not.toContain('TOP-SECRET')
  })
  it('leaks no key block whose beginning lies in the part that is cut out', () => {
    const block = [
      '-----BEGIN PRIVATE KEY-----',
      ...KEY_LINES,
      ...KEY_LINES,
      ...KEY_LINES,
      ...KEY_LINES,
      ...KEY_LINES,
      '-----END PRIVATE KEY-----',
    ]
    const stdout = `${'start\n'.repeat(9000)}${block.join('\n')}\nend`
    expect(JSON.stringify(output({ output: { stdout } }))).not.toContain('MIIE')
  })
  it('keeps every event within its size', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key${i}`, 'é'.repeat(9000)]))
    const many = Array.from({ length: 5000 }, (_, i) => ({ i, text: '\u0001'.repeat(200) }))
    let deep: Json = 'bottom'
    for (let i = 0; i < 5000; i++) deep = { deep }
    for (const event of [
      tool({ input: wide, output: wide }),
      tool({ output: many }),
      tool({ output: deep }),
      prompt('中'.repeat(50_000)),
    ])
      expect(size(cleanEvent(event, nothing))).toBeLessThanOrEqual(MAX_EVENT_BYTES)
  })
  it('cuts no character in two', () => {
    const cleaned = textOf(cleanEvent(prompt(`x${'😀'.repeat(20_000)}`), nothing))
    expect(cleaned.isWellFormed()).toBe(true)
  })
  it('is quick with megabytes', () => {
    const started = performance.now()
    const content = 'const value = compute(1, "two")\n'.repeat(65_000)
    cleanEvent(
      tool({
        tool: 'Write',
        input: { content },
        output: { content, originalFile: content, structuredPatch: [{ lines: content.split('\n') }] },
      }),
      nothing,
    )
    expect(performance.now() - started).toBeLessThan(1000)
  })
  it('does not change a small clean event', () => {
    const event = tool({ input: { command: 'npm test' }, output: { stdout: 'ok', code: 0, list: ['a', 'b'] } })
    expect(cleanEvent(event, nothing)).toEqual(event)
  })
})

describe('privateTokensOf', () => {
  it('finds tokens in prompts and anywhere in tool text', () => {
    expect(privateTokensOf(prompt('<private>abc12345</private>'))).toEqual(['abc12345'])
    expect(privateTokensOf(tool({ output: { a: [{ b: '<private>zyx98765</private>' }] } }))).toEqual(['zyx98765'])
  })
})
