/** Every view as a person meets it: with the keyboard, in the dark, on a phone, and with a screen reader's eyes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Remembered } from '../../src/worker/protocol.ts'
import { prompt, runHook } from '../support/hook.ts'
import { call, readLog } from '../support/worker.ts'
import { barriers, HOSTILE, type Looked, look, openStage, playSession, type Stage, shoot, visitAt } from './stage.ts'

let stage: Stage
let session = 0
let hostile = 0
beforeAll(async () => {
  stage = await openStage()
  session = await playSession(stage.place)
  const { id } = await call<Remembered>(stage.place, 'POST', '/api/remember', {
    title: `Never trust ${HOSTILE}`,
    text: `A page said ${HOSTILE} and it stays text.`,
    cwd: stage.place.project,
  })
  hostile = id
}, 120_000)
afterAll(() => stage?.close())

const visit = (path: string, act: (page: Page, looked: Looked) => Promise<void>, by = {}) =>
  visitAt(stage, path, act, by)

const hits = (page: Page) => page.locator('.hit')

describe('search', () => {
  it('goes from the box to a memory and back with the keyboard alone', () =>
    visit('/', async (page) => {
      await hits(page).first().waitFor()
      await page.keyboard.type('login redirect cookie')
      await page.waitForURL(/q=login\+redirect\+cookie/)
      await page.getByText('Found by').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: /login redirect loop/ }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/memory/2')
      await page.goBack()
      await hits(page).first().waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('login redirect cookie')
    }))

  it('walks down and up the results, and back into the box', () =>
    visit('/?q=discount', async (page) => {
      await hits(page).nth(1).waitFor()
      const focused = () => page.evaluate('document.activeElement.id || document.activeElement.textContent')
      const titles = await hits(page).allTextContents()
      await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(titles[0])
      await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(titles[1])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await focused()).toBe('question')
    }))

  it('says why a result stands where it stands', () =>
    visit('/?q=discount', async (page) => {
      await page.getByText('why', { exact: true }).first().click()
      await page.locator('.why[open] meter').first().waitFor()
      expect(await page.locator('.why[open] dd').count()).toBeGreaterThan(0)
      await shoot(page, 'search-why')
    }))

  it('keeps the question and the filters over a reload', () =>
    visit('/', async (page) => {
      await hits(page).first().waitFor()
      await page.keyboard.type('discount')
      await page.waitForURL(/q=discount/)
      await page.getByLabel('Type').selectOption('bugfix')
      await page.getByRole('link', { name: 'shop' }).first().click()
      await page.waitForURL(/project=/)
      const before = page.url()
      await page.reload()
      await hits(page).first().waitFor()
      expect(page.url()).toBe(before)
      expect(await page.getByLabel('Type').inputValue()).toBe('bugfix')
      expect(await page.getByRole('searchbox').inputValue()).toBe('discount')
      const types = await page.locator('.row .type').allTextContents()
      expect(new Set(types)).toEqual(new Set(['bugfix']))
    }))

  it('opens what was said in a turn, with the keyboard too', () =>
    visit('/?q=addTax&kind=passage', async (page) => {
      await page.getByText('What was said in turn').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('.said').first().waitFor()
      await shoot(page, 'search-said')
    }))

  it('empties the box when a new search is started', () =>
    visit('/?q=discount', async (page) => {
      await hits(page).first().waitFor()
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByText('The newest').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    }))

  it('says that nothing was found, and which words no memory has', () =>
    visit('/?q=xylophonequartz', async (page) => {
      await page.getByText('xylophonequartz', { exact: false }).last().waitFor()
      await shoot(page, 'search-nothing')
    }))
})

describe('a memory', () => {
  it('with markup in it stays text', () =>
    visit(`/memory/${hostile}`, async (page) => {
      await page.getByText(`A page said ${HOSTILE} and it stays text.`).waitFor()
      expect(await page.locator('main img, main script').count()).toBe(0)
      await page.goto(`${stage.base}/?q=never+trust`)
      await page.getByText(`Never trust ${HOSTILE}`).first().waitFor()
      expect(await page.title()).not.toContain('owned')
      await shoot(page, 'search-hostile')
    }))

  it('is forgotten after a look at what goes, with a receipt', async () => {
    const { id } = await call<Remembered>(stage.place, 'POST', '/api/remember', {
      text: 'The office plant is watered on Fridays.',
      cwd: stage.place.project,
    })
    await visit(`/memory/${id}`, async (page) => {
      await page.getByRole('button', { name: 'Forget …' }).click()
      await page.getByText('This will delete for good: 1 memory').waitFor()
      await shoot(page, 'memory-forget-preview')
      await page.getByRole('button', { name: 'Keep it' }).click()
      await page.getByRole('button', { name: 'Forget …' }).click()
      await page.getByRole('button', { name: 'Forget it' }).click()
      await page.getByRole('heading', { name: 'Forgotten' }).waitFor()
      expect(await page.getByText('office plant').count()).toBe(0)
      await shoot(page, 'memory-forgotten')
    })
    const gone = await look(stage, `/memory/${id}`)
    await gone.page.getByRole('alert').waitFor()
    await gone.close()
  })

  it('cannot be changed without the token, and the page says how', () =>
    visit(
      '/memory/1',
      async (page) => {
        await page.getByText('claude-mem ui').waitFor()
        expect(await page.getByRole('button', { name: 'Forget …' }).count()).toBe(0)
      },
      { token: false },
    ))
})

describe('the timeline', () => {
  it('stands where it was left when one comes back from a memory, without asking again', () =>
    visit(
      '/timeline',
      async (page, { requests }) => {
        const last = page.getByRole('link', { name: /flaky checkout test/ })
        await last.scrollIntoViewIfNeeded()
        const before = await page.evaluate('scrollY')
        expect(before).toBeGreaterThan(300)
        await last.click()
        await page.getByRole('heading', { level: 1, name: /flaky checkout test/ }).waitFor()
        expect(await page.evaluate('scrollY')).toBe(0)
        const asked = requests.length
        await page.goBack()
        await last.waitFor()
        await page.waitForFunction(`scrollY === ${before}`)
        expect(requests.slice(asked).filter((url) => url.includes('/api/search'))).toEqual([])
      },
      { viewport: { width: 800, height: 400 } },
    ))
})

describe('a session', () => {
  it('tells what was asked, done and said, and what was remembered', () =>
    visit(`/session/${session}`, async (page) => {
      await page.getByText('The receipt prints the tax twice').first().waitFor()
      await page.getByText(/3 calls:/).click()
      await page.getByText('npm test -- tax').waitFor()
      expect(await page.locator('.step').count()).toBeGreaterThan(2)
      await shoot(page, 'session-open')
    }))

  it('is a strip of turns that leads to each of them', () =>
    visit(`/session/${session}`, async (page) => {
      const strip = page.getByRole('navigation', { name: 'Turns' })
      await strip.getByRole('button', { name: /^Turn 1: The receipt prints/ }).click()
      await page.locator('#turn-1:focus').waitFor()
    }))

  it('shows which memories it was given and why', () =>
    visit(`/session/${session}`, async (page) => {
      await page.getByRole('heading', { name: 'Told from memory' }).waitFor()
      await page.getByText(/at the start: \d+ memories/).click()
      await page.locator('.told .why summary').first().click()
      await page.locator('.told .why[open] meter').first().waitFor()
      await shoot(page, 'session-told')
    }))
})

describe('now', () => {
  const asks = (text: string) =>
    runHook(stage.place, {
      event: 'UserPromptSubmit',
      payload: prompt(stage.place, { sessionId: 'live', text, promptId: text }),
    })
  it('shows what comes in as it comes in', () =>
    visit('/now', async (page) => {
      await page.getByText('Live.').waitFor()
      await asks('Why does the lighthouse blink twice at night?')
      await page.getByText('lighthouse blink twice').waitFor()
      await page.getByText('1 event came in').waitFor()
    }))
  it('looks by itself where the worker cannot tell', async () => {
    const { page, close } = await look(stage, '/')
    await page.route('**/api/events*', (route) => route.abort())
    await page.goto(`${stage.base}/now`)
    await page.getByText('Looking every few seconds.').waitFor()
    await asks('Who paints the harbour wall in spring?')
    await page.getByText('harbour wall').waitFor()
    await close()
  })
})

describe('the keys', () => {
  it('lead to every view and back to the box', () =>
    visit('/now', async (page) => {
      await page.getByRole('heading', { name: 'Recording' }).waitFor()
      await page.keyboard.press('t')
      await page.locator('.day').first().waitFor()
      await page.keyboard.press('/')
      await page.locator('#question:focus').waitFor()
      await page.keyboard.type('cents')
      await page.waitForURL(/q=cents/)
    }))
})

describe('every view', () => {
  const views = () =>
    [
      ['search', '/?q=discount', '.hit'],
      ['timeline', '/timeline', '.row'],
      ['memory', '/memory/6', '.memory'],
      ['session', `/session/${session}`, '.step'],
      ['now', '/now', '.figures'],
      ['settings', '/settings', '.session-preview pre'],
      ['nowhere', '/memory/99999', '.problem'],
    ] as const
  it.each(['light', 'dark'] as const)('shuts nobody out when it is %s', async (colorScheme) => {
    for (const [name, path, ready] of views()) {
      const looked = await look(stage, path, { colorScheme })
      await looked.page.locator(ready).first().waitFor()
      await shoot(looked.page, `${name}-${colorScheme}`)
      const [red = 255] =
        ((await looked.page.evaluate('getComputedStyle(document.body).backgroundColor')) as string) // rgb(…)
          .match(/\d+/g)
          ?.map(Number) ?? []
      expect(red < 128, name).toBe(colorScheme === 'dark')
      expect(await barriers(looked.page), name).toEqual([])
      await looked.close()
    }
  })

  it('fits a phone', async () => {
    for (const [name, path, ready] of views()) {
      const looked = await look(stage, path, { viewport: { width: 390, height: 800 }, isMobile: true })
      await looked.page.locator(ready).first().waitFor()
      await shoot(looked.page, `${name}-phone`)
      expect(await looked.page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390)
      await looked.close()
    }
  })
})

describe('the token', () => {
  it('leaves the address at once and stands in no log', () =>
    visit('/', async (page, { requests }) => {
      await hits(page).first().waitFor()
      expect(await page.evaluate('location.href')).toBe(`${stage.base}/`)
      expect(requests.filter((url) => url.includes(stage.token) && !url.includes('#'))).toEqual([])
      expect(JSON.stringify(readLog(stage.place))).not.toContain(stage.token)
    }))
})
