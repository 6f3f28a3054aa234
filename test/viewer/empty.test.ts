/** The first look of a new user: a memory with nothing in it says how it fills. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers, look, openStage, type Stage, shoot } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(() => {})
}, 60_000)
afterAll(() => stage?.close())

it.each([
  ['search', '/', 'Nothing is remembered yet'],
  ['filtered', '/?type=bugfix', 'Nothing found'],
  ['timeline', '/timeline', 'The timeline is empty'],
  ['now', '/now', 'Nothing yet.'],
])('says at %s what to do or what is missing', async (name, path, words) => {
  const { page, complaints, close } = await look(stage, path)
  await page.getByText(words).waitFor()
  await shoot(page, `empty-${name}`)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
