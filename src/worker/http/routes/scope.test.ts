import { describe, expect, it } from 'vitest'
import type { Database } from '../../../store/database.ts'
import { putProject } from '../../../store/sessions.ts'
import { memoryDatabase } from '../../../store/store.fixture.ts'
import { projectAbove } from './scope.ts'

/** The same database, and how often it was asked. */
function counted(db: Database): { db: Database; asked: () => number } {
  let asked = 0
  const get = (target: Database, name: keyof Database) => {
    if (name === 'get') asked += 1
    const value = target[name]
    return typeof value === 'function' ? value.bind(target) : value
  }
  return { db: new Proxy(db, { get: (target, name) => get(target, name as keyof Database) }), asked: () => asked } // as: it is asked for what it has
}

describe('the project above a path', () => {
  const shop = { id: '/home/me/shop', name: 'shop', root: '/home/me/shop' }

  it('is the nearest that memory knows', () => {
    const db = memoryDatabase()
    putProject(db, shop, 1)
    expect(projectAbove(db, '/home/me/shop/src/deep')?.id).toBe(shop.id)
    expect(projectAbove(db, '/home/me/other')).toBeUndefined()
  })

  it('is looked for in each folder once, and not without end', () => {
    const { db, asked } = counted(memoryDatabase())
    projectAbove(db, '/a'.repeat(20))
    expect(asked()).toBe(20)
    projectAbove(db, '/a'.repeat(2000))
    expect(asked()).toBe(20 + 256)
  })
})
