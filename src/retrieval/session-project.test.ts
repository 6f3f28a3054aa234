import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRepository } from '../../test/support/repository.ts'
import type { Database } from '../store/database.ts'
import { putProject, putSession } from '../store/sessions.ts'
import { memoryDatabase } from '../store/store.fixture.ts'
import { makeStands, projectOfFolder, standOf } from './session-project.ts'

let base: string
let db: Database
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-stand-')))
  for (const folder of ['notes', 'shop']) mkdirSync(join(base, folder))
  db = memoryDatabase()
})
afterEach(() => {
  db.close()
  rmSync(base, { recursive: true, force: true })
})

const at = (folder: string, more: { cwd?: string } = {}) => ({
  sessionId: 's',
  projectDir: join(base, folder),
  cwd: more.cwd ?? join(base, folder),
})

describe('a session’s project', () => {
  it('is the one its folder belongs to, until the store knows better', () => {
    expect(standOf(db, at('notes')).project.id).toBe(join(base, 'notes'))
    putProject(db, { id: 'known', name: 'known', root: join(base, 'elsewhere') }, 1)
    const seen = { sessionId: 's', project: 'known', cwd: base, transcriptPath: undefined, entrypoint: 'cli', at: 1 }
    putSession(db, seen)
    expect(standOf(db, at('notes')).project.id).toBe('known')
  })

  it('is the repository it has moved to, and the folders of both say whether it is left out', () => {
    const shop = makeRepository({ root: join(base, 'shop') }).root
    const cwd = join(shop, 'src')
    mkdirSync(cwd)
    const stand = standOf(db, at('notes', { cwd }))
    expect([stand.home.id, stand.moved?.id, stand.project.id]).toEqual([join(base, 'notes'), shop, shop])
    expect([stand.folder, stand.paths]).toEqual([cwd, [join(base, 'notes'), shop, cwd]])
  })

  it('follows a folder that becomes a repository while events come in', () => {
    const stands = makeStands(db)
    const cwd = join(base, 'shop')
    expect(stands(at('notes', { cwd })).moved).toBeUndefined()
    makeRepository({ root: cwd })
    expect(stands(at('notes', { cwd })).moved?.id).toBe(cwd)
  })
})

it('a folder that is gone keeps its project', () => {
  const root = join(base, 'gone')
  putProject(db, { id: 'github.com/acme/gone', name: 'gone', root }, 1)
  expect(projectOfFolder(db, root).id).toBe('github.com/acme/gone')
  expect(projectOfFolder(db, join(base, 'notes')).id).toBe(join(base, 'notes'))
})
