/** Figures over a year: a picture for who looks, a sentence and a table for who does not. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillShowcase } from './showcase.ts'
import { barriers, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(fillShowcase)
}, 60_000)
afterAll(() => stage?.close())

const visit = (act: (page: Page) => Promise<void>, by = {}) => visitAt(stage, '/insights', act, by)

describe('insights', () => {
  it('say in words and in a table what the plots show', () =>
    visit(async (page) => {
      const calendar = page.getByRole('img', { name: /memories in the last year, on \d+ days/ })
      await calendar.waitFor()
      await page.getByRole('img', { name: /Memories by type and week: .*bugfix/ }).waitFor()
      await page.getByRole('img', { name: /Tokens by week: [\d,]+ saved/ }).waitFor()
      await page.getByRole('img', { name: /Memories shown by week, [\d,]+ in all/ }).waitFor()
      const tables = page.getByText('As a table')
      await tables.nth(1).click()
      const table = page.getByRole('table', { name: 'Memories by type and week' })
      expect(await table.getByRole('row').count()).toBeGreaterThan(20)
      await page.getByText('Never recalled').waitFor()
      await shoot(page, 'insights-table')
    }))

  it('lead from a day of the calendar to that day', () =>
    visit(async (page) => {
      await page.locator('.calendar .level-4').last().click()
      await page.waitForURL(/timeline\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
      await page.locator('.row').first().waitFor()
    }))

  it('link a type to its memories, and the memories told most often to their pages', () =>
    visit(async (page) => {
      const first = await page.locator('.top a').first().textContent()
      await page.locator('.top a').first().click()
      await page.getByRole('heading', { level: 1, name: first ?? 'none' }).waitFor()
      await page.goBack()
      await page.locator('.legend').getByRole('link', { name: 'decision' }).click()
      await page.waitForURL(/\?type=decision$/)
    }))

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const }],
    ['phone', PHONE],
  ])('shut nobody out and fit: %s', async (name, by) => {
    const { page, close } = await look(stage, '/insights', by)
    await page.locator('.share').last().waitFor()
    await shoot(page, `insights-${name}`)
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await close()
  })
})
