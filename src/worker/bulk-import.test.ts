import { expect, it } from 'vitest'
import { findProjects } from '../store/sessions.ts'
import { memoryDatabase, PROJECT, T0 } from '../store/store.fixture.ts'
import { importObservations } from './bulk-import.ts'

const item = { text: 'Totals are rounded.', ts: T0 }

it('importing into a known project leaves its name and its folder', () => {
  const db = memoryDatabase()
  importObservations({ db, now: T0 }, [{ ...item, project: PROJECT.id }])
  expect(findProjects(db, PROJECT.id)).toEqual([PROJECT])
})

it('a project nobody has seen yet is made from its id', () => {
  const db = memoryDatabase()
  importObservations({ db, now: T0 }, [{ ...item, project: 'github.com/acme/till' }])
  expect(findProjects(db, 'till')).toMatchObject([{ id: 'github.com/acme/till', name: 'till' }])
})
