import { describe, expect, it } from 'vitest'
import type { IndexRow } from '../../index/chunks.ts'
import { MemoryError } from '../../memory/error.ts'
import { dropObservation } from '../../store/enrichment.ts'
import { countQueuedForIndex, findQueuedForIndex, findTextsToIndex, queueAllForIndex } from '../../store/index-queue.ts'
import { putObservation } from '../../store/observations.ts'
import { memoryDatabase, PROJECT, T0 } from '../../store/store.fixture.ts'
import { settleIndexed } from '../writer/index-queue.ts'
import { makeIndexPump } from './index-pump.ts'

function scene() {
  const db = memoryDatabase()
  const indexed = new Map<number, IndexRow>()
  const trouble: string[] = []
  const state = { down: false, upserts: 0, queuedAll: 0, beforeConfirm: () => {} }
  const pump = makeIndexPump({
    index: {
      async upsert(rows) {
        if (state.down) throw new MemoryError('unavailable', 'down')
        state.upserts += 1
        for (const row of rows) indexed.set(row.id, row)
        state.beforeConfirm()
      },
      async remove(ids) {
        for (const id of ids) indexed.delete(id)
      },
      async queuedAll() {
        state.queuedAll += 1
      },
    },
    waiting: (limit) => findQueuedForIndex(db, limit),
    read: (ids) => findTextsToIndex(db, ids),
    done: async (sent) => settleIndexed(db, sent),
    queueAll: async () => queueAllForIndex(db),
    onTrouble: (message) => trouble.push(message),
  })
  const put = (title: string, key = title) =>
    putObservation(db, {
      draft: {
        key,
        type: 'bugfix',
        title,
        subtitle: '',
        narrative: 'Why it was so.',
        facts: ['One fact.'],
        concepts: [],
        filesRead: ['src/read.ts'],
        filesModified: ['src/cart.ts'],
        discoveryTokens: 1,
        at: T0,
        eventKeys: [],
      },
      session: undefined,
      project: PROJECT.id,
      source: 'local',
    })?.id ?? 0
  const run = async () => {
    pump.wake()
    await pump.idle()
  }
  return { db, indexed, trouble, state, pump, put, run }
}

describe('the pump', () => {
  it('carries every new row to the index in batches, and empties the queue', async () => {
    const { db, indexed, put, run, state } = scene()
    const ids = Array.from({ length: 70 }, (_, at) => put(`Row ${at}`))
    await run()
    expect([...indexed.keys()]).toEqual(ids)
    expect(indexed.get(ids[0] ?? 0)).toMatchObject({
      project: PROJECT.id,
      title: 'Row 0',
      facts: ['One fact.'],
      files: ['src/cart.ts', 'src/read.ts'],
    })
    expect(state.upserts).toBe(3)
    expect(countQueuedForIndex(db)).toBe(0)
  })

  it('has as many to go for a new index as it will hold: dropped rows are not counted', async () => {
    const { db, put, run } = scene()
    const [dropped = 0] = [put('One'), put('Two'), put('Three')]
    expect(dropObservation(db, { id: dropped, at: T0 })).toBe(true)
    await run()
    queueAllForIndex(db)
    expect(countQueuedForIndex(db)).toBe(2)
  })

  it('takes forgotten and dropped rows out of the index', async () => {
    const { db, indexed, put, run } = scene()
    const [kept, forgotten, dropped] = [put('kept'), put('forgotten'), put('dropped')]
    await run()
    db.run('DELETE FROM observations WHERE id = @id', { id: forgotten })
    db.run('UPDATE observations SET dropped_at_epoch = 1 WHERE id = @id', { id: dropped })
    await run()
    expect([...indexed.keys()]).toEqual([kept])
    expect(countQueuedForIndex(db)).toBe(0)
  })

  it('does not miss a change made while the row was being embedded', async () => {
    const { db, indexed, put, run, state } = scene()
    const id = put('first words')
    state.beforeConfirm = () => {
      state.beforeConfirm = () => {}
      db.run("UPDATE observations SET title = 'second words' WHERE id = @id", { id })
    }
    await run()
    expect(indexed.get(id)?.title).toBe('second words')
    expect(countQueuedForIndex(db)).toBe(0)
  })

  it('keeps what the index could not take, says so once, and brings it when woken again', async () => {
    const { db, indexed, put, run, state, trouble, pump } = scene()
    put('one')
    state.down = true
    await run()
    await run()
    expect(countQueuedForIndex(db)).toBe(1)
    expect(trouble).toEqual(['down'])
    state.down = false
    await run()
    expect(indexed.size).toBe(1)
    pump.stop()
  })

  it('leaves an index that failed in peace until its next try, however often somebody looks', async () => {
    const { put, run, state, pump, indexed } = scene()
    put('one')
    state.down = true
    await run()
    state.down = false
    pump.look()
    await pump.idle()
    expect(indexed.size).toBe(0)
    await run()
    put('two')
    pump.look()
    await pump.idle()
    expect(indexed.size).toBe(2)
    pump.stop()
  })

  it('queues everything for an index that asks for it, and tells it so', async () => {
    const { db, indexed, put, run, state, pump } = scene()
    put('one')
    put('two')
    await run()
    indexed.clear()
    pump.needsAll()
    await pump.idle()
    expect(indexed.size).toBe(2)
    expect(state.queuedAll).toBe(1)
    expect(countQueuedForIndex(db)).toBe(0)
  })
})
