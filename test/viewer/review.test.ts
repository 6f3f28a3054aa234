/** The inbox with the keyboard: off at first, one key for each decision, every key taken back, and a badge that counts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewReply } from '../../src/worker/protocol/review.ts'
import { seedFolder } from '../support/seed.ts'
import { call } from '../support/worker.ts'
import { barriers, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

const MERGED = '- Boxes are reused in the depot'
const KEEPS = '- Boxes are reused in the depot by everyone'
const DAY_MS = 86_400_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage(({ data, project }) => {
    seedFolder(data.root, project)
    // It dreams when a test says so.
    writeFileSync(data.settings, JSON.stringify({ memory: { dreaming: { enabled: false } } }))
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
    put('memory/MEMORY.md', `# What lasts\n\n${MERGED}\n${KEEPS}\n`)
    const proposal = { id: 'p1', kind: 'merge', line: MERGED, keeps: KEEPS, reason: 'says the same', at: '2026-11-01' }
    put('memory/.dreams/proposals.json', JSON.stringify({ version: 1, proposals: [proposal] }))
  })
}, 60_000)
afterAll(() => stage?.close())

const visit = (path: string, act: (page: Page) => Promise<void>, by = {}) => visitAt(stage, path, act, by)
const inbox = () => call<ReviewReply>(stage.place, 'GET', '/api/review')
const memoryMd = () => readFileSync(join(stage.place.project, 'memory/MEMORY.md'), 'utf8')
const chosen = (page: Page) => page.locator('.review-card[aria-current=true]')
const titleOf = (page: Page) => chosen(page).locator('h2').textContent()
const badge = (page: Page, n: number) => page.locator('header .badge', { hasText: String(n) })
/** A key, and the answer to it. */
async function press(page: Page, key: string, said: RegExp): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('status').getByText(said).waitFor()
}

describe('the inbox', () => {
  it('is off at first, says what it would be, and is switched on there', () =>
    visit('/now', async (page) => {
      await page.getByRole('heading', { name: 'Recording' }).waitFor()
      expect(await page.getByRole('link', { name: 'Review' }).count()).toBe(0)
      await page.keyboard.press('r')
      await page.getByText('The inbox is switched off').waitFor()
      expect(await barriers(page)).toEqual([])
      await shoot(page, 'review-off')
      await page.getByRole('button', { name: 'Switch it on' }).click()
      await page.locator('.review-card').first().waitFor()
      const weeks = Date.now() - 21 * DAY_MS
      await call(stage.place, 'POST', '/api/review', { since: weeks })
      await page.reload()
      await badge(page, 8).waitFor()
    }))

  it('takes one key for each decision, and takes each back', () =>
    visit('/review', async (page) => {
      await badge(page, 8).waitFor()
      await page.locator('.review-card').nth(7).waitFor()
      await page.keyboard.press('j')
      const kept = await titleOf(page)
      await press(page, 'a', /^Kept/)
      await badge(page, 7).waitFor()
      const dropped = await titleOf(page)
      expect(dropped).not.toBe(kept)
      await press(page, 'd', /^Dropped/)
      await badge(page, 6).waitFor()
      await shoot(page, 'review-dropped')
      const stored = await call<{ results: { title: string; recalled?: false }[] }>(
        stage.place,
        'GET',
        '/api/search?query=&kind=observation&format=index&limit=50',
      )
      expect(stored.results.find(({ title }) => title === dropped)).toMatchObject({ recalled: false })
      await page.keyboard.press('u')
      await badge(page, 7).waitFor()
      expect(await titleOf(page)).toBe(dropped)
      await page.keyboard.press('u')
      await badge(page, 8).waitFor()
      expect(await titleOf(page)).toBe(kept)
    }))

  it('obeys keys that are pressed faster than it answers, one after the other', () =>
    visit('/review', async (page) => {
      await page.locator('.review-card').nth(7).waitFor()
      const before = await page.locator('.review-card').allTextContents()
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/api/review', async (route) => {
        await held
        await route.continue()
      })
      await page.keyboard.press('j')
      for (const key of ['a', 'a', 'a', 'u']) await page.keyboard.press(key)
      letGo()
      await badge(page, 6).waitFor()
      await page.locator('.review-card').nth(6).waitFor({ state: 'detached' })
      const after = await page.locator('.review-card').allTextContents()
      expect(after).toEqual([before[0], ...before.slice(3)])
      await page.keyboard.press('u')
      await page.keyboard.press('u')
      await badge(page, 8).waitFor()
    }))

  it('edits in place, and what was edited no longer waits', () =>
    visit('/review', async (page) => {
      await page.locator('.review-card').nth(1).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Looked at and put right')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Edited “Looked at and put right”.').waitFor()
      await badge(page, 7).waitFor()
      expect((await inbox()).memories).toBe(6)
    }))

  it('forgets for good only in a second step, with a receipt', () =>
    visit('/review', async (page) => {
      await page.locator('.review-card').nth(1).waitFor()
      await page.keyboard.press('j')
      const title = await titleOf(page)
      await press(page, 'd', /^Dropped/)
      await page.getByRole('button', { name: 'Forget for good …' }).click()
      await page.getByText('This will delete for good: 1 memory').waitFor()
      await page.getByRole('button', { name: 'Forget it' }).click()
      await page.getByText('1 memory is forgotten').waitFor()
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
      expect((await inbox()).results.map((one) => one.title)).not.toContain(title)
    }))

  it('shows a proposal of a dream word by word, carries it out and takes it back', () =>
    visit('/review', async (page) => {
      await page.locator('.review-card .diff ins', { hasText: 'by everyone' }).waitFor()
      const before = memoryMd()
      await press(page, 'd', /out of MEMORY\.md/)
      expect(memoryMd().split('\n')).not.toContain(MERGED)
      await page.keyboard.press('u')
      await expect.poll(memoryMd).toBe(before)
    }))

  it('keeps all at once, takes that back, and says when nothing waits', () =>
    visit('/review', async (page) => {
      await page.getByRole('button', { name: /keep all \d memories/ }).click()
      await page.getByText(/^Kept \d memories/).waitFor()
      expect((await inbox()).memories).toBe(0)
      await page.keyboard.press('u')
      await page.locator('.review-card h2').first().waitFor()
      expect((await inbox()).memories).toBeGreaterThan(2)
    }))

  it('can only be looked at without the token', () =>
    visit(
      '/review',
      async (page) => {
        await page.locator('.review-card').first().waitFor()
        await page.getByText('To decide here').waitFor()
        const before = await inbox()
        await page.keyboard.press('a')
        await page.keyboard.press('d')
        expect(await inbox()).toEqual(before)
      },
      { token: false },
    ))

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const }],
    ['phone', PHONE],
  ])('shuts nobody out and fits: %s', async (name, by) => {
    const { page, close } = await look(stage, '/review', by)
    await page.locator('.review-card').first().waitFor()
    await shoot(page, `review-${name}`)
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await close()
  })
})
