/** Why a memory was told: on its card when somebody asks, and on its page every session that heard of it. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForWriting } from '../../src/store/database.ts'
import { putInjections } from '../../src/store/ledger.ts'
import type { Place } from '../support/place.ts'
import { NOW, seedFolder } from '../support/seed.ts'
import { barriers, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

const HOUR_MS = 3_600_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage(fillTold)
}, 60_000)
afterAll(() => stage?.close())

/** Memory 2 was told three times, memory 5 once and in a session that is gone, memory 3 never. */
function fillTold({ data, project }: Place): void {
  seedFolder(data.root, project)
  const db = openForWriting(join(data.root, 'db.sqlite'))
  const tell = (sessionId: string, surface: string, hoursAgo: number, observation: number) => {
    const injections = [{ observation, score: 0.9, parts: { recency: 0.25, type: 0.65 }, tokens: 28 }]
    putInjections(db, { sessionId, surface, at: NOW - hoursAgo * HOUR_MS, tokens: 240, injections })
  }
  tell('first', 'session_start', 90, 2)
  tell('second', 'prompt', 30, 2)
  tell('third', 'read', 3, 2)
  tell('nobody', 'failure', 4, 5)
  db.close()
}

const visit = (path: string, act: Parameters<typeof visitAt>[2], by = {}) => visitAt(stage, path, act, by)
const card = (page: Page, text: string) => page.locator('.row', { hasText: text })
const told = (page: Page) => page.getByRole('region', { name: 'Told in' })

describe('the card of a memory', () => {
  it('says how often it was told and when last, and asks for it only when it is unfolded', () =>
    visit('/timeline', async (page, { requests }) => {
      const row = card(page, 'The login redirect loop')
      await row.waitFor()
      await page.waitForLoadState('networkidle')
      const asked = () => requests.filter((url) => url.includes('/api/ledger'))
      expect(asked()).toEqual([])
      await row.getByText('why', { exact: true }).click()
      await row.getByText('Told 3 times, last 3 hours ago before a file was read').waitFor()
      await row.getByRole('link', { name: 'open session S3' }).waitFor()
      expect(asked()).toHaveLength(1)
      await shoot(page, 'timeline-why')
      expect(await barriers(page)).toEqual([])
    }))

  it('says that it was not told yet', () =>
    visit('/timeline', async (page) => {
      const row = card(page, 'Totals are kept in cents')
      await row.getByText('why', { exact: true }).click()
      await row.getByText('Not told to any session yet').waitFor()
    }))

  it('says it beside the score of a search, with the keyboard too', () =>
    visit('/?q=login+redirect', async (page) => {
      const row = card(page, 'The login redirect loop')
      await row.locator('.why summary').focus()
      await page.keyboard.press('Enter')
      await row.getByText('Told 3 times').waitFor()
      expect(await row.locator('.why meter').count()).toBeGreaterThan(0)
    }))
})

describe('the page of a memory', () => {
  it('lists the sessions that were told it, newest first, with the occasion and why', () =>
    visit('/memory/2', async (page) => {
      const lines = told(page).getByRole('listitem')
      await lines.nth(2).waitFor()
      expect(await lines.allTextContents()).toEqual([
        expect.stringMatching(/3 hours ago.*before a file was read.*session S3/),
        expect.stringMatching(/beside a prompt.*session S2/),
        expect.stringMatching(/at the start.*session S1/),
      ])
      await told(page).getByText('3 times').waitFor()
      await lines.nth(1).getByText('why', { exact: true }).click()
      await lines.nth(1).locator('meter').nth(1).waitFor()
      await lines.nth(1).getByRole('link', { name: 'open session S2' }).click()
      await page.waitForURL(`${stage.base}/session/2`)
    }))

  it('tells of a session that is no longer kept', () =>
    visit('/memory/5', async (page) => {
      await told(page).getByText('after a failure').waitFor()
      await told(page).getByText('in a session that is no longer kept').waitFor()
    }))

  it('teaches when a memory is told where it was told to nobody', () =>
    visit('/memory/3', async (page) => {
      await told(page).getByText('No session was told it yet.').waitFor()
      await told(page).getByText('when a session starts').waitFor()
      await shoot(page, 'memory-not-told')
    }))

  it.each(['light', 'dark'] as const)('shuts nobody out when it is %s', async (colorScheme) => {
    const { page, close } = await look(stage, '/memory/2', { colorScheme })
    await told(page).getByText('why', { exact: true }).first().click()
    await told(page).locator('meter').first().waitFor()
    await shoot(page, `memory-told-${colorScheme}`)
    expect(await barriers(page)).toEqual([])
    await close()
  })

  it('fits a phone', async () => {
    const { page, close } = await look(stage, '/memory/2', PHONE)
    await told(page).getByText('why', { exact: true }).first().click()
    await shoot(page, 'memory-told-phone')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await close()
  })
})
