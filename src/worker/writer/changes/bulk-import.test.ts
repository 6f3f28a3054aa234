import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Journal } from '../../../store/journal.ts'
import { findObservations } from '../../../store/observations.ts'
import { replay } from '../../../store/replay.ts'
import { findProjects } from '../../../store/sessions.ts'
import { memoryDatabase, PROJECT, T0 } from '../../../store/store.fixture.ts'
import { importObservations } from './bulk-import.ts'

const item = { text: 'Totals are rounded.', ts: T0 }
const journal = { append: () => {} }

it('importing into a known project leaves its name and its folder', () => {
  const db = memoryDatabase()
  importObservations({ db, journal, now: T0 }, [{ ...item, project: PROJECT.id }])
  expect(findProjects(db, PROJECT.id)).toEqual([PROJECT])
})

it('a project nobody has seen yet is made from its id', () => {
  const db = memoryDatabase()
  importObservations({ db, journal, now: T0 }, [{ ...item, project: 'github.com/acme/till' }])
  expect(findProjects(db, 'till')).toMatchObject([{ id: 'github.com/acme/till', name: 'till' }])
})

it('what was imported is in the journal too, and comes back from there under the same id', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  try {
    const written = new Journal(folder, T0)
    const items = [
      { ...item, project: 'github.com/acme/till', session: 'elsewhere', title: 'Rounding', type: 'decision' },
      { ...item, project: PROJECT.id, text: 'The key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' },
    ]
    const db = memoryDatabase()
    const { ids } = importObservations({ db, journal: written, now: T0 }, items)
    const anew = memoryDatabase()
    expect(replay(anew, written)).toBe(2)
    expect(
      findObservations(
        anew,
        ids.filter((id) => id !== null),
      ),
    ).toEqual(findObservations(db, [1, 2]))
    expect(replay(anew, written)).toBe(0)
    expect(JSON.stringify([...written.entries()])).not.toContain('abcdefghij')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
