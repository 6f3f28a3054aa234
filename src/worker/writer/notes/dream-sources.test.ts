import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNoteFiles } from '../../../notes/note-files.ts'
import { DEFAULT_NOTE_SETTINGS } from '../../../notes/note-settings.ts'
import { syncNotes } from '../../../notes/sync-notes.ts'
import { makeWorkspace, putFile, type TestWorkspace } from '../../../notes/workspace.fixture.ts'
import type { Database } from '../../../store/database.ts'
import { findNotesOfFile, putWorkspace, type Workspace } from '../../../store/notes.ts'
import { putObservation } from '../../../store/observations.ts'
import { draft, memoryDatabase, PROJECT, T0 } from '../../../store/store.fixture.ts'
import { makeDreamSources } from './dream-sources.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let db: Database
let place: TestWorkspace
let workspace: Workspace

beforeEach(async () => {
  db = memoryDatabase()
  place = makeWorkspace({
    'shop/memory/2026-01-02.md': 'The checkout uses PostgreSQL 14.\n',
    'shop/memory/2026-01-20.md': 'The checkout uses PostgreSQL 16.\n',
  })
  workspace = putWorkspace(db, { root: place.root, project: PROJECT.id, at: T0 })
  const { files } = listNoteFiles({ root: place.root, home: place.home, extraPaths: [] })
  await syncNotes(db, { workspace, files })
})
afterEach(() => {
  db.close()
  place.remove()
})

const sources = () => makeDreamSources(db, { workspace, settings: DEFAULT_NOTE_SETTINGS, now: T0 + 30 * DAY_MS })
function fact() {
  const [note] = findNotesOfFile(db, { workspace: workspace.id, path: 'memory/2026-01-02.md' })
  return { key: note?.key ?? '', text: 'The checkout uses PostgreSQL 14.', createdAt: note?.createdAt ?? 0 }
}

describe('what dreaming asks of the memory', () => {
  it('is the text behind a key, as it stands now', async () => {
    expect(await sources().findText(fact().key)).toMatchObject({ path: 'memory/2026-01-02.md', lines: [1, 1] })
    expect(await sources().findText('0000000000000000')).toBeUndefined()
  })

  it('is nothing of a memory that is not to be recalled', async () => {
    putObservation(db, { draft: draft('k'), session: undefined, project: PROJECT.id, source: 'local' })
    expect(await sources().findText('observation:1')).toMatchObject({ text: expect.stringContaining('discount') })
    db.run('UPDATE observations SET recalled = 0')
    expect(await sources().findText('observation:1')).toBeUndefined()
  })

  it('is what took a fact’s place', async () => {
    expect(await sources().newerAbout(fact())).toMatchObject({ source: 'memory/2026-01-20.md#L1-L1' })
  })

  it('lets other work of the thread through between two answers', async () => {
    let others = 0
    const count = setInterval(() => {
      others += 1
    }, 0)
    for (let times = 0; times < 20; times++) await sources().newerAbout(fact())
    clearInterval(count)
    expect(others).toBeGreaterThan(0)
  })

  it('is whether a file of the workspace is there, and the same', async () => {
    putFile(join(place.root, 'src/a.js'), 'one')
    expect(await sources().fileState('src/a.js')).toBe('unknown')
    expect(await sources().fileState('src/a.js', '0'.repeat(40))).toBe('changed')
    expect(await sources().fileState('src/gone.js')).toBe('gone')
  })
})
