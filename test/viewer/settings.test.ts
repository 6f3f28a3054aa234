/** Settings in the browser: what comes from where, a change that counts, one that waits for a restart, and none without the token. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedFolder } from '../support/seed.ts'
import { barriers, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  const port = await freePort()
  stage = await openStage(
    ({ data, project }) => {
      seedFolder(data.root, project)
      writeFileSync(
        data.settings,
        JSON.stringify({ CLAUDE_MEM_WORKER_PORT: port, CLAUDE_MEM_API_KEY: 'sk-very-secret' }),
      )
    },
    { CLAUDE_MEM_WORKER_PORT: undefined, CLAUDE_MEM_BACKUPS: '3' },
  )
}, 60_000)
afterAll(() => stage?.close())

/** A restarted worker must come back at the same address. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number } // it listens on TCP
      server.close(() => resolve(port))
    })
  })
}

const visit = (act: (page: Page) => Promise<void>, by = {}) => visitAt(stage, '/settings', act, by)
const written = () => JSON.parse(readFileSync(stage.place.data.settings, 'utf8'))
const preview = (page: Page) => page.locator('.session-preview pre')

describe('the settings', () => {
  it('show a change in the preview before it is saved, and count at once when it is', () =>
    visit(async (page) => {
      await preview(page).getByText('discount').first().waitFor()
      const before = await preview(page).textContent()
      await page.getByLabel('Context tokens').fill('200')
      await page.getByText('counts as soon as it is saved').waitFor()
      await expect
        .poll(async () => (await preview(page).textContent())?.length)
        .toBeLessThan((before?.length ?? 0) * 0.8)
      await shoot(page, 'settings-changed')
      expect(written()).not.toHaveProperty('CLAUDE_MEM_CONTEXT_TOKENS')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
      expect(written()).toMatchObject({ CLAUDE_MEM_CONTEXT_TOKENS: '200' })
      await page.reload()
      expect(await page.getByLabel('Context tokens').inputValue()).toBe('200')
      await page.getByText('waits for a restart').waitFor({ state: 'detached' })
    }))

  it('say which waits for a restart, and restart the worker', () =>
    visitAt(stage, '/settings', async (page, { complaints }) => {
      await page.getByLabel('Event days').fill('30')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('1 setting counts once the worker is started again.').waitFor()
      await shoot(page, 'settings-waits')
      await page.getByRole('button', { name: 'Restart the worker' }).click()
      await page.getByText('once the worker is started again').waitFor({ state: 'detached' })
      await page.getByText('The worker starts again').waitFor({ state: 'detached' })
      expect(await page.getByLabel('Event days').inputValue()).toBe('30')
      expect(complaints.filter((one) => !one.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
      complaints.length = 0 // it asked while there was no worker
    }))

  it('say what is wrong with a value, and change nothing', () =>
    visitAt(stage, '/settings', async (page, { complaints }) => {
      await page.getByLabel('Base URL').fill('localhost:11434')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByRole('alert').getByText('cannot be used').waitFor()
      expect(await page.getByLabel('Base URL').getAttribute('aria-invalid')).toBe('true')
      expect(written()).not.toHaveProperty('CLAUDE_MEM_BASE_URL')
      await shoot(page, 'settings-wrong')
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await page.getByLabel('Base URL').inputValue()).toBe('')
      expect(complaints).toEqual([expect.stringContaining('400')])
      complaints.length = 0
    }))

  it('hide what is secret and close what the environment decides', () =>
    visit(async (page) => {
      await page.getByLabel('API key').waitFor()
      expect(await page.getByLabel('API key').getAttribute('placeholder')).toBe('set, and never shown')
      expect(await page.content()).not.toContain('sk-very-secret')
      expect(await page.getByLabel('Backups').isDisabled()).toBe(true)
      expect(await page.getByLabel('Backups').inputValue()).toBe('3')
      await page.getByText('from the environment').waitFor()
    }))

  it('are found by name and by what they do, as one types, with / and in the address', () =>
    visit(async (page) => {
      await preview(page).waitFor()
      const all = await page.locator('.setting').count()
      await page.keyboard.press('/')
      await page.keyboard.type('event days')
      await page.getByText(`1 of ${all} settings`).waitFor()
      expect(await page.locator('.setting label').allTextContents()).toEqual(['Event days'])
      expect(await page.locator('.settings h2').count()).toBe(1)
      await shoot(page, 'settings-found')
      expect(await barriers(page)).toEqual([])
      await page.waitForURL(/settings\?q=event\+days$/)
      await page.reload()
      await page.getByText(`1 of ${all} settings`).waitFor()
      // By what it does: the words are in the description alone.
      await page.getByRole('searchbox').fill('redacted replay')
      await page.getByLabel('Event days').waitFor()
      await page.getByRole('searchbox').fill('claude_mem_backups')
      await page.getByLabel('Backups').waitFor()
    }))

  it('say when nothing matches, and lead back to all of them', () =>
    visit(async (page) => {
      await page.getByRole('searchbox', { name: 'Find a setting' }).fill('xylophone')
      await page.getByText('No setting is named or described so').waitFor()
      await shoot(page, 'settings-not-found')
      expect(await page.locator('.setting').count()).toBe(0)
      await page.getByRole('link', { name: 'All settings' }).click()
      await preview(page).waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    }))

  it('keep a change that is out of sight, and show it when it is refused', () =>
    visitAt(stage, '/settings', async (page, { complaints }) => {
      await page.getByLabel('Base URL').fill('localhost:11434')
      await page.getByRole('searchbox').fill('event days')
      await page.getByLabel('Base URL').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByRole('alert').getByText('cannot be used').waitFor()
      expect(await page.getByLabel('Base URL').getAttribute('aria-invalid')).toBe('true')
      expect(complaints).toEqual([expect.stringContaining('400')])
      complaints.length = 0
    }))

  it('with a box to find them fit a phone', () =>
    visit(async (page) => {
      await page.getByRole('searchbox').fill('token')
      await page.locator('.setting').first().waitFor()
      await shoot(page, 'settings-found-phone')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    }, PHONE))

  it('can only be looked at without the token', () =>
    visit(
      async (page) => {
        await page.getByText('To change settings here').waitFor()
        expect(await page.getByLabel('Event days').isDisabled()).toBe(true)
      },
      { token: false },
    ))
})
