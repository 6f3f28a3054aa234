import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { relativeToRoot } from './paths.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-paths-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))
mkdirSync(join(base, 'real/src'), { recursive: true })
symlinkSync(join(base, 'real'), join(base, 'link'))

describe('relativeToRoot', () => {
  it('shortens a path inside the project', () => expect(relativeToRoot('/p', '/p/src/a.ts')).toBe('src/a.ts'))
  it('keeps a path outside', () => expect(relativeToRoot('/p', '/pq/a.ts')).toBe('/pq/a.ts'))
  it('keeps a relative path that leaves the project', () => expect(relativeToRoot('/p', '../x')).toBe('../x'))
  it('takes a relative path as below the root', () => expect(relativeToRoot('/p', './src/../a.ts')).toBe('a.ts'))
  it('names the root itself', () => expect(relativeToRoot('/p', '/p')).toBe('.'))
  it('keeps a file whose name begins with dots', () => expect(relativeToRoot('/p', '/p/..env')).toBe('..env'))
  it('sees through a symlinked root, also for deleted files', () => {
    expect(relativeToRoot(join(base, 'real'), join(base, 'link/src/gone.ts'))).toBe('src/gone.ts')
    expect(relativeToRoot(join(base, 'link'), join(base, 'real/src'))).toBe('src')
  })
})
