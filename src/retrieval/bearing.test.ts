import { expect, it } from 'vitest'
import { PROJECT, T0 } from '../store/store.fixture.ts'
import { bearingHits } from './bearing.ts'
import { emptyStore, manyMemories, remember } from './search.fixture.ts'
import { search } from './search.ts'
import type { Meaning } from './search-parts.ts'

const PROMPT = 'Why did the webhook refund customers twice?'

async function saidFor(prompt: string, meaning?: (id: number) => Meaning) {
  const db = emptyStore()
  manyMemories(db, 200)
  const id = remember(db, 'refund', {
    title: 'Webhook refund ran twice',
    narrative: 'Customers got their money two times because the handler was retried.',
  })
  const found = await search(
    { db, meaning: meaning?.(id), now: T0 },
    { text: prompt, projects: [PROJECT.id], limit: 15, explain: true },
  )
  return { id, said: bearingHits(found).map((hit) => hit.id) }
}

it('a memory with most of the prompt’s rare words bears on it, by words alone', async () => {
  const { id, said } = await saidFor(PROMPT)
  expect(said).toEqual([id])
})

it('one shared word is not enough', async () => {
  expect((await saidFor('Rename the webhook module and update its imports everywhere please')).said).toEqual([])
})

it('with meaning, near words or near meaning alone are not enough, both together are', async () => {
  const near = (similarity: number) => (id: number) => async () => [
    { id, similarity },
    ...[1, 2, 3, 4, 5].map((other) => ({ id: other, similarity: 0.1 })),
  ]
  expect((await saidFor('Something else entirely went wrong with zebras', near(0.6))).said).toEqual([])
  const { id, said } = await saidFor('Money went back to customers two times', near(0.6))
  expect(said).toEqual([id])
  expect((await saidFor('Money for zebras, giraffes, lions, hippos and customers', near(0.2))).said).toEqual([])
})
