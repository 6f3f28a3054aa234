import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { Database } from './database.ts'

const open = () => {
  const db = new Database(new DatabaseSync(':memory:'))
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); ')
  db.run('INSERT INTO notes (text) VALUES (@text)', { text: 'one' })
  return db
}

describe('named parameters', () => {
  it('refuse a name the statement does not have, and say which it has', () => {
    const db = open()
    expect(() => db.all('SELECT * FROM notes LIMIT @limit', { limt: 5, limit: 5 })).toThrow(
      'The statement has no parameter "limt" (it takes: limit): SELECT * FROM notes LIMIT @limit',
    )
    expect(() => db.run('DELETE FROM notes', { id: 1 })).toThrow('no parameter "id" (it takes: none)')
  })

  it('refuse to leave one out: SQLite would take NULL for it', () => {
    const db = open()
    const sql = 'SELECT * FROM notes WHERE id >= @first AND id <= @last'
    expect(() => db.get(sql, { first: 1 })).toThrow(`The parameter "last" is missing: ${sql}`)
    expect(() => db.allAsLists(sql)).toThrow('The parameters "first", "last" are missing')
  })

  it('are looked at in every call, not only in the first', () => {
    const db = open()
    const sql = 'SELECT text FROM notes WHERE id = @id'
    expect(db.get(sql, { id: 1 })).toEqual({ text: 'one' })
    expect(() => db.get(sql, {})).toThrow('"id" is missing')
    expect(() => db.get(sql, { id: 1, text: 'x' })).toThrow('no parameter "text"')
    expect(db.get(sql, { id: 1 })).toEqual({ text: 'one' })
  })

  it('are not seen in text, quoted names and comments, and may stand twice', () => {
    const db = open()
    const sql = `SELECT '@no it''s @no' AS "a@no", text -- @no
      FROM notes /* @no
      @no */ WHERE id = @id OR id = @id + 0 OR text = :text`
    expect(db.all(sql, { id: 1, text: 'x' })).toEqual([{ 'a@no': "@no it's @no", text: 'one' }])
  })
})
