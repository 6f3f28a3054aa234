/** A search inside one session: every kind of row that is of it, and none of another. */
import { describe, expect, it } from 'vitest'
import { memoryDatabase } from '../src/store/store.fixture.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { seed } from './support/seed.ts'

const HOME = '/home/me/code/shop'
const db = memoryDatabase()
seed(db, HOME)
const ask = asker(quietParts(db))
const found = async (parameters: Record<string, string>, path = '/api/search') => {
  const { body } = await ask(`${path}?${new URLSearchParams({ query: '', format: 'index', ...parameters })}`)
  return body.results.map((row: { kind?: string; id: number }) => `${row.kind ?? ''}${row.id}`)
}

describe('a search inside a session', () => {
  it('lists its memories, prompts and summary, newest first', async () => {
    const rows = ['summary2', 'observation3', 'observation2', 'observation1', 'prompt2']
    expect((await found({ session: 'S2' })).toSorted()).toEqual(rows.toSorted())
    expect(await found({ session: 'S2', kind: 'observation' })).toEqual([
      'observation3',
      'observation2',
      'observation1',
    ])
    expect(await found({ session: 's2', kind: 'observation', orderBy: 'date_asc' })).toEqual([
      'observation1',
      'observation2',
      'observation3',
    ])
  })

  it('takes its own id too, and obeys the other filters', async () => {
    expect(await found({ session: 'second', type: 'bugfix' })).toEqual(['observation2', 'observation1'])
    expect(await found({ session: 'S1', type: 'decision' })).toEqual([])
  })

  it('finds words there alone, on every route that has sessions', async () => {
    expect(await found({ session: 'S3', query: 'discount', kind: 'observation' })).toEqual(['observation8'])
    expect(await found({ session: 'S2', query: 'discount' }, '/api/search/observations')).not.toContain('8')
    expect(await found({ session: 'S2', query: 'invoices' }, '/api/search/prompts')).toEqual(['2'])
    expect(await found({ session: 'S1', query: 'invoice' }, '/api/search/sessions')).toEqual(['1'])
  })

  it('refuses a session nobody knows, and an empty name', async () => {
    expect(await ask('/api/search?query=&session=S999')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'There is no session S999.' } },
    })
    expect(await ask('/api/search?query=&session=')).toMatchObject({
      status: 400,
      body: { error: { field: 'session' } },
    })
  })
})
