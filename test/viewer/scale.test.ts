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

  it('names a day once, also where it goes on upon the next page', async () => {
    const { page, requests, close } = await look(stage, '/timeline')
    await page.locator('.row').first().waitFor()
    const named = new Set<string>()
    const twice = new Set<string>()
    while (requests.filter((url) => url.includes('/api/search')).length < 8) {
      const days = (await page.evaluate(SCROLL_AND_READ)) as string[] // as the script says
      for (const day of days) if (days.indexOf(day) !== days.lastIndexOf(day)) twice.add(day)
      for (const day of days) named.add(day)
    }
    expect(named.size).toBeGreaterThan(10)
    expect([...twice]).toEqual([])
    await close()
  })

  it('is as tall as before when rows have left and come back', async () => {
    const { page, requests, close } = await look(stage, '/timeline')
    await page.locator('.row').first().waitFor()
    await scrollUntil(page, () => requests.filter((url) => url.includes('/api/search')).length >= 20)
    await page.waitForLoadState('networkidle')
    await page.evaluate('scrollTo(0, 0)')
    await page.getByText(/in step 0$/).waitFor()
    const tall = await page.evaluate('document.documentElement.scrollHeight')
    await page.evaluate('scrollTo(0, 30000)')
    await page.getByText(/in step 0$/).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(tall)
    await page.evaluate('scrollTo(0, 0)')
    await page.getByText(/in step 0$/).waitFor()
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(tall)
    await close()
  })

  it('keeps a row that has the focus, however far one scrolls', async () => {
    const { page, close } = await look(stage, '/timeline')
    await page.locator('.hit').first().focus()
    await scrollUntil(page, async () => Number(await page.evaluate('scrollY')) > 20_000)
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/in step 0$/)
    await close()
  })
})

const SCROLL_AND_READ = `new Promise((read) => {
  scrollBy(0, 700)
  requestAnimationFrame(() => read([...document.querySelectorAll('.day')].map((day) => day.textContent)))
})`

async function scrollUntil(page: Page, done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done()))
    await page.evaluate('new Promise((drawn) => { scrollBy(0, 4000); requestAnimationFrame(drawn) })')
}
