import { describe, expect, it } from 'vitest'
import { compareSpoolFiles, parseSpoolFile } from './spool-file.ts'

const header = '1\tStop\t4242\tcli\t/home/me/my\tproject\n'
const file = (payload: string | Buffer, head = header) =>
  parseSpoolFile('abc', Buffer.concat([Buffer.from(head), Buffer.from(payload)]))

describe('parseSpoolFile', () => {
  it('reads header and payload', () =>
    expect(file('{"a":1}\n')).toEqual({
      name: 'abc',
      event: 'Stop',
      pid: 4242,
      entrypoint: 'cli',
      projectDir: '/home/me/my\tproject',
      payload: { a: 1 },
    }))
  it('knows when the host named no project', () =>
    expect(file('{}', '1\tStop\t1\t\t\n')).toMatchObject({ projectDir: undefined, entrypoint: '' }))
  it('accepts a byte-order mark and broken UTF-8 inside text', () => {
    expect(file('\uFEFF{"a":1}')).toMatchObject({ payload: { a: 1 } })
    expect(file(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).toMatchObject({
      payload: { a: '\uFFFD' },
    })
  })
  it.each([
    ['', header],
    ['  \n', header],
    ['{"secret":', header],
    ['["secret"]', header],
    ['"secret"', header],
    ['null', header],
    ['{}', '2\tStop\t1\tcli\t/x\n'],
    ['', 'no line end'],
  ])('refuses %j without quoting it', (payload, head) => {
    const parsed = file(payload, head)
    expect(parsed).toHaveProperty('bad')
    expect(JSON.stringify(parsed)).not.toContain('secret')
  })
  it('refuses what is nested so deep that it could not be handed to another thread', () => {
    const nested = (levels: number) => file(`{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`)
    expect(nested(300)).toHaveProperty('payload')
    expect(nested(20_000)).toEqual({ bad: 'payload is nested too deep' })
  })
})

describe('compareSpoolFiles', () => {
  const at = (mtimeMs: number, pid: number, name = 'n') => ({ name, mtimeMs, pid })
  it('goes by time, also within a millisecond', () =>
    expect(compareSpoolFiles(at(1.25, 9), at(1.5, 1))).toBeLessThan(0))
  it('goes by process id within a tick', () => expect(compareSpoolFiles(at(1, 10), at(1, 11))).toBeLessThan(0))
  it('sees process ids wrap around', () => expect(compareSpoolFiles(at(1, 32_760), at(1, 310))).toBeLessThan(0))
  it('goes by name at last', () => expect(compareSpoolFiles(at(1, 1, 'a'), at(1, 1, 'b'))).toBeLessThan(0))
})
