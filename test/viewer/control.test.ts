/** Deciding about memories: edit, pin, never recall, undo, forget; going from one to the next; and everything by Ctrl-K. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { call } from '../support/worker.ts'
import { barriers, HOSTILE, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(() => stage?.close())

const visit = (path: string, act: (page: Page) => Promise<void>, by = {}) => visitAt(stage, path, act, by)
const stored = (id: number) => call<ObservationFull>(stage.place, 'GET', `/api/observations/${id}`)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

describe('a memory', () => {
  it('is edited with the keyboard, stays text, and the edit is taken back', async () => {
    const before = await stored(3)
    await visit('/memory/3', async (page) => {
      await heading(page, before.title).waitFor()
      await page.keyboard.press('e')
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`Cents, always ${HOSTILE}`)
      await page.getByLabel('Facts, one on each line').fill('first\n\nsecond')
      await page.getByLabel('gotcha').check()
      await shoot(page, 'memory-edit')
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('Control+Enter')
      await heading(page, `Cents, always ${HOSTILE}`).waitFor()
      expect(await page.title()).not.toContain('owned')
      expect(await stored(3)).toMatchObject({ facts: ['first', 'second'], edited: true })
      await shoot(page, 'memory-edited')
      await page.getByRole('button', { name: 'Undo' }).click()
      await heading(page, before.title).waitFor()
    })
    expect(await stored(3)).toMatchObject({ title: before.title, facts: before.facts })
  })

  it('is left as it was by Escape', () =>
    visit('/memory/3', async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Something else')
      await page.keyboard.press('Escape')
      await heading(page, /Totals are kept in cents/).waitFor()
    }))

  it('is pinned and silenced, from its page and from its card', async () => {
    await visit('/memory/4', async (page) => {
      await page.getByRole('button', { name: 'Pin', exact: true }).click()
      await page.locator('.mark', { hasText: 'pinned' }).waitFor()
      await page.getByRole('button', { name: 'Never recall again' }).click()
      await page.locator('.mark', { hasText: 'never recalled' }).waitFor()
    })
    expect(await stored(4)).toMatchObject({ pinned: true, recalled: false })
    await visit('/timeline', async (page) => {
      const card = page.locator('.row', { hasText: 'upload worker dies' })
      await card.getByRole('button', { name: 'never recalled' }).click()
      await card.getByRole('button', { name: 'never recall', exact: true }).waitFor()
      await card.getByRole('button', { name: 'pinned' }).click()
      await card.getByRole('button', { name: 'pin', exact: true }).waitFor()
    })
    expect((await stored(4)).recalled).toBeUndefined()
  })

  it('leads to the next and the previous of the list it came from, also after a reload', () =>
    visit('/?type=bugfix', async (page) => {
      await page.locator('.hit').nth(2).waitFor()
      const titles = await page.locator('.hit').allTextContents()
      await page.locator('.hit').first().click()
      await heading(page, titles[0] ?? '').waitFor()
      await page.getByRole('link', { name: 'next' }).click()
      await heading(page, titles[1] ?? '').waitFor()
      expect(page.url()).toContain('type=bugfix')
      await page.reload()
      await page.getByRole('link', { name: 'next' }).waitFor()
      await page.keyboard.press('j')
      await heading(page, titles[2] ?? '').waitFor()
      await page.keyboard.press('k')
      await heading(page, titles[1] ?? '').waitFor()
    }))

  it('leads on when the key was pressed before the list was there', () =>
    visit('/?type=bugfix', async (page) => {
      await page.locator('.hit').nth(1).waitFor()
      const titles = await page.locator('.hit').allTextContents()
      await page.locator('.hit').first().click()
      await heading(page, titles[0] ?? '').waitFor()
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/api/search*', async (route) => {
        await held
        await route.continue()
      })
      await page.reload()
      await heading(page, titles[0] ?? '').waitFor()
      await page.keyboard.press('j')
      letGo()
      await heading(page, titles[1] ?? '').waitFor()
    }))

  it('shows what is related to it', () =>
    visit('/memory/1', async (page) => {
      await page.getByRole('heading', { name: 'Related' }).waitFor()
      await page.getByText('The discount of the other shop').waitFor()
    }))
})

describe('the timeline', () => {
  it('is narrowed by a value that is clicked, and by more than one', () =>
    visit('/timeline', async (page) => {
      await page.locator('.row .type', { hasText: 'bugfix' }).first().click()
      await page.waitForURL(/timeline\?type=bugfix$/)
      await page.locator('.row .chip', { hasText: 'shop' }).last().click()
      await page.waitForURL(/project=/)
      expect(await page.getByLabel('Project').inputValue()).not.toBe('')
      const types = await page.locator('.row .type').allTextContents()
      expect(new Set(types)).toEqual(new Set(['bugfix']))
    }))
})

describe('Ctrl-K', () => {
  it('finds views, projects, sessions and actions by their letters, with the keyboard alone', () =>
    visit('/now', async (page) => {
      await page.getByRole('heading', { name: 'Recording' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /Fix the discount/ }).waitFor()
      await page.getByRole('option', { name: 'Timeline t view' }).waitFor()
      const projects = await page.getByRole('option', { name: /project$/ }).allTextContents()
      expect(new Set(projects).size).toBe(2)
      await shoot(page, 'palette')
      expect(await barriers(page)).toEqual([])
      await page.keyboard.type('timel')
      await page.keyboard.press('Enter')
      await page.locator('.day').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('discount session')
      await page.getByRole('option', { name: /Fix the discount/ }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, /Fix the discount/).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('pause')
      await page.keyboard.press('Enter')
      await heading(page, /Paused/).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Record again' }).click()
      await heading(page, 'Recording').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await page.locator('.palette').waitFor({ state: 'detached' })
    }))

  it('fits a phone and the dark', async () => {
    for (const by of [{ ...PHONE }, { colorScheme: 'dark' as const }]) {
      const { page, close } = await look(stage, '/timeline', by)
      await page.getByRole('button', { name: /Ctrl K|Go to/ }).click()
      await page.getByRole('option', { name: /Settings/ }).waitFor()
      await shoot(page, `palette-${'viewport' in by ? 'phone' : 'dark'}`)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await close()
    }
  })
})
