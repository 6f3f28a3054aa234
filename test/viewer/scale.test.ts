/** A long list: each page is asked for once, and only what is near stays in the document. `bench:viewer` measures it with 100,000. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLarge } from '../../bench/viewer/large.ts'
import { look, openStage, type Stage } from './stage.ts'

const ROWS = 5000

let stage: Stage
beforeAll(async () => {
  stage = await openStage((place) => fillLarge(place, ROWS))
}, 120_000)
afterAll(() => stage?.close())

describe('a long list', () => {
  it('loads each page once and keeps only what is near in the document', async () => {
    const { page, requests, close } = await look(stage, '/timeline')
    await page.locator('.row').first().waitFor()
    const asked = () => requests.filter((url) => url.includes('/api/search'))
    await scrollUntil(page, () => asked().length >= 40)
    const offsets = asked().map((url) => Number(new URL(url).searchParams.get('offset')))
    expect(offsets).toEqual(offsets.map((_, at) => at * 50))
    expect(await page.locator('.row').count()).toBeLessThan(500)
    await page.evaluate('scrollTo(0, 0)')
    await page.getByText(/in step 0$/).waitFor()
    await close()
  })
})

async function scrollUntil(page: Page, done: () => boolean): Promise<void> {
  while (!done()) await page.evaluate('new Promise((drawn) => { scrollBy(0, 4000); requestAnimationFrame(drawn) })')
}
