import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryDatabase } from '../../../store/store.fixture.ts'
import type { Intake } from './intake.ts'
import { reconcileTranscript } from './reconcile.ts'

const folder = mkdtempSync(join(tmpdir(), 'claude-mem-reconcile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const circle = join(folder, 'circle.jsonl')
symlinkSync(circle, circle)
const pipe = join(folder, 'pipe.jsonl')
execFileSync('mkfifo', [pipe])

describe('a transcript', () => {
  it.each([
    ['is gone', join(folder, 'gone.jsonl')],
    ['is a folder', folder],
    ['is a pipe', pipe],
    ['is a link in a circle', circle],
    ['has a name no file can have', join(folder, `${'a'.repeat(300)}.jsonl`)],
    ['has a NUL in its name', join(folder, 'a\0b.jsonl')],
  ])('that %s says nothing, and does not keep the others from being read', async (_what, path) => {
    const db = memoryDatabase()
    const put: Intake['put'] = () => ({ stored: 0, completed: 0, known: 0, skipped: 0, sessions: new Set() })
    const read = await reconcileTranscript({ db, intake: { put }, now: 1 }, { path, finished: true })
    expect(read).toEqual({ stored: 0, completed: 0, unreadable: 0, sessions: new Set() })
    db.close()
  })
})
