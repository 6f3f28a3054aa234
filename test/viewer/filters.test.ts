/** Sessions and days as filters: in the address, in every list, and from one memory to the next. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW } from '../support/seed.ts'
import { barriers, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

const DAY_MS = 86_400_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(() => stage?.close())

const visit = (path: string, act: Parameters<typeof visitAt>[2], by = {}) => visitAt(stage, path, act, by)
const titles = (page: Page) => page.locator('.row h2').allTextContents()
const card = (page: Page, text: string) => page.locator('.row', { hasText: text })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** As a date field has it, and as the address does. */
const dayAgo = (days: number, hours = 0) => {
  const date = new Date(NOW - days * DAY_MS + hours * 3_600_000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last day whose number is that of its month, before all memories but the oldest: a browser may want either first. */
const TYPED = (() => {
  const date = new Date(NOW - 10 * DAY_MS)
  while (date.getDate() !== date.getMonth() + 1) date.setDate(date.getDate() - 1)
  const two = String(date.getDate()).padStart(2, '0')
  return `${two}${two}${date.getFullYear()}`
})()

describe('a session', () => {
  it('is a filter of the timeline when it is clicked, and a chip that is taken away again', () =>
    visit('/timeline', async (page) => {
      await card(page, 'The login redirect loop').getByRole('link', { name: 'session S2', exact: true }).click()
      await page.waitForURL(`${stage.base}/timeline?session=2`)
      await page.locator('.row', { hasText: 'The upload worker' }).waitFor({ state: 'detached' })
      expect((await titles(page)).sort()).toEqual([
        expect.stringMatching(/^A discount code/),
        'Fix the discount that counted twice',
        expect.stringMatching(/^The login redirect loop/),
        expect.stringMatching(/^Totals are kept in cents/),
      ])
      await page.reload()
      await shoot(page, 'timeline-session')
      await page.getByRole('link', { name: 'session: S2' }).click()
      await page.waitForURL(`${stage.base}/timeline`)
      await card(page, 'The upload worker').waitFor()
    }))

  it('has its own page one click away, from the card and from the chip', () =>
    visit('/timeline', async (page) => {
      const row = card(page, 'The login redirect loop')
      await row.hover()
      await row.getByRole('link', { name: 'open session S2' }).click()
      await page.waitForURL(`${stage.base}/session/2`)
      await heading(page, /Fix the discount/).waitFor()
      await page.goto(`${stage.base}/?session=2`)
      await page.locator('.set-filters').getByRole('link', { name: 'open session S2' }).click()
      await page.waitForURL(`${stage.base}/session/2`)
    }))

  it('narrows a search, together with words and other filters', () =>
    visit('/?q=discount&session=3', async (page) => {
      await page.getByText('Found by').waitFor()
      expect(await card(page, 'The discount of the other shop').count()).toBe(1)
      expect(await card(page, 'A discount code').count()).toBe(0)
      await page.getByLabel('Type').selectOption('decision')
      await page.waitForURL(/session=3.*type=decision/)
      await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
      await page.getByRole('link', { name: 'clear filters' }).click()
      await card(page, 'A discount code').waitFor()
    }))

  it('is obeyed by next and previous, with the other filters and after a reload', () =>
    visit('/?session=2&type=bugfix', async (page) => {
      await page.locator('.hit').nth(1).waitFor()
      const [first = '', second = ''] = await titles(page)
      await page.locator('.hit').first().click()
      await heading(page, first).waitFor()
      await page.getByRole('link', { name: 'next' }).click()
      await heading(page, second).waitFor()
      await page.reload()
      await page.getByRole('link', { name: 'previous' }).waitFor()
      expect(await page.getByRole('link', { name: 'next' }).count()).toBe(0)
    }))

  it('filters from the page of a memory and from its own page too', () =>
    visit('/memory/2', async (page) => {
      await page.locator('.memory > .row-head').getByRole('link', { name: 'session S2', exact: true }).click()
      await page.waitForURL(`${stage.base}/?session=2`)
      await page.locator('.set-filters').getByRole('link', { name: 'open session S2' }).click()
      await page.getByRole('link', { name: 'session S2', exact: true }).click()
      await page.waitForURL(`${stage.base}/?session=2`)
    }))

  it('that nobody knows is named', async () => {
    const { page, close } = await look(stage, '/timeline?session=999')
    await page.getByRole('alert').getByText('There is no session S999.').waitFor()
    await close()
  })
})

describe.each([
  ['search', '/'],
  ['the timeline', '/timeline'],
])('dates in %s', (_, path) => {
  it('narrow the list from a day to a day, and stay over a reload', () =>
    visit(path, async (page) => {
      await card(page, 'The login redirect loop').waitFor()
      await page.getByLabel('From', { exact: true }).fill(dayAgo(10))
      await page.waitForURL(new RegExp(`from=${dayAgo(10)}`))
      await card(page, 'flaky checkout test').waitFor({ state: 'detached' })
      await page.getByLabel('To', { exact: true }).fill(dayAgo(5))
      await page.waitForURL(new RegExp(`from=${dayAgo(10)}&to=${dayAgo(5)}`))
      await card(page, 'The login redirect loop').waitFor({ state: 'detached' })
      await card(page, 'The upload worker').waitFor()
      await page.reload()
      await card(page, 'The upload worker').waitFor()
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(dayAgo(5))
      expect(await card(page, 'The login redirect loop').count()).toBe(0)
    }))

  it('are typed with the keyboard, without a stop at every digit of the year', () =>
    visit(path, async (page, { requests }) => {
      await card(page, 'The login redirect loop').waitFor()
      await page.getByLabel('To', { exact: true }).focus()
      await page.keyboard.type(TYPED)
      const [year, twice] = [TYPED.slice(4), TYPED.slice(0, 2)]
      await page.waitForURL(new RegExp(`to=${year}-${twice}-${twice}$`))
      await card(page, 'The upload worker').waitFor({ state: 'detached' })
      await card(page, 'flaky checkout test').waitFor()
      expect(requests.filter((url) => /end%5D=0/.test(url))).toEqual([])
    }))

  it('in the wrong order are named, ask the worker nothing, and are mended', () =>
    visit(`${path}?from=${dayAgo(5)}`, async (page, { requests }) => {
      await card(page, 'The login redirect loop').waitFor()
      const asked = requests.length
      await page.getByLabel('To', { exact: true }).fill(dayAgo(8))
      await page.getByRole('alert').getByText('The first day is after the last').waitFor()
      expect(await page.locator('.row').count()).toBe(0)
      expect(await page.getByLabel('From', { exact: true }).getAttribute('aria-invalid')).toBe('true')
      expect(requests.slice(asked).filter((url) => url.includes('/api/search'))).toEqual([])
      await shoot(page, `dates-wrong-${path === '/' ? 'search' : 'timeline'}`)
      expect(await barriers(page)).toEqual([])
      await page.getByLabel('From', { exact: true }).fill(dayAgo(11))
      await card(page, 'The upload worker').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    }))

  it('are set to the day that is clicked, beside the other filters', () =>
    visit(`${path}?type=bugfix`, async (page) => {
      const row = card(page, 'A discount code')
      await row.locator('.time').click()
      const day = dayAgo(2)
      await page.waitForURL(`${stage.base}${path}?type=bugfix&from=${day}&to=${day}`)
      await card(page, 'The discount of the other shop').waitFor({ state: 'detached' })
      await row.waitFor()
      expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(day)
    }))
})

describe('a day', () => {
  it('in an old address is still that day', () =>
    visit(`/timeline?day=${dayAgo(2, 1)}`, async (page) => {
      await card(page, 'The login redirect loop').waitFor()
      expect(await card(page, 'The upload worker').count()).toBe(0)
      expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(dayAgo(2, 1))
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(dayAgo(2, 1))
      await page.getByLabel('To', { exact: true }).fill(dayAgo(1))
      await page.waitForURL(new RegExp(`timeline\\?from=${dayAgo(2, 1)}&to=${dayAgo(1)}$`))
    }))

  it('takes the place of a time in words, and words that of days', () =>
    visit('/?dateRange=this+month', async (page) => {
      await page.getByLabel('To', { exact: true }).fill(dayAgo(0))
      await page.waitForURL(`${stage.base}/?to=${dayAgo(0)}`)
      await page.getByLabel('When').selectOption('last week')
      await page.waitForURL(`${stage.base}/?dateRange=last+week`)
    }))
})

describe('every filter at once', () => {
  const all = `q=discount&type=bugfix&session=2&from=${dayAgo(9)}&to=${dayAgo(0)}&kind=observation`
  it.each(['light', 'dark'] as const)('shuts nobody out when it is %s', async (colorScheme) => {
    const { page, close } = await look(stage, `/?${all}`, { colorScheme })
    await page.locator('.hit').first().waitFor()
    await shoot(page, `search-filtered-${colorScheme}`)
    expect(await barriers(page)).toEqual([])
    await close()
  })
  it.each(['/', '/timeline'])('fits a phone at %s', async (path) => {
    const { page, close } = await look(stage, `${path}?${all}`, PHONE)
    await page.locator('.hit').first().waitFor()
    await shoot(page, `filtered-phone-${path === '/' ? 'search' : 'timeline'}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await close()
  })
})
