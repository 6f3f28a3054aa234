/** Every view as a person meets it: with the keyboard, in the dark, on a phone, and with a screen reader's eyes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Remembered } from '../../src/worker/protocol.ts'
import { prompt, runHook } from '../support/hook.ts'
import { call, readLog } from '../support/worker.ts'
import {
  barriers,
  HOSTILE,
  type Looked,
  look,
  openStage,
  PHONE,
  playSession,
  type Stage,
  shoot,
  visitAt,
} from './stage.ts'

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

  it('is narrowed by project, concept and file, and widened again', () =>
    visit('/', async (page) => {
      await page.getByLabel('Concept').selectOption('gotcha')
      await page.waitForURL(/concepts=gotcha/)
      await page.getByLabel('File').fill('src/upload.js')
      await page.keyboard.press('Enter')
      await page.waitForURL(/files=src/)
      await page.getByRole('link', { name: 'clear filters' }).click()
      await page.waitForURL(`${stage.base}/`)
      await page.getByLabel('Project').selectOption({ index: 1 })
      await page.waitForURL(/project=/)
      await hits(page).first().waitFor()
    }))

  it('empties the box when a new search is started', () =>
    visit('/?q=discount', async (page) => {
      await hits(page).first().waitFor()
      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByText('The newest').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    }))

  it('does not come back to what was being typed when one has gone on', () =>
    visit('/?q=discount', async (page) => {
      await hits(page).first().waitFor()
      await page.evaluate(TYPE_AND_LEAVE)
      await page.getByText('The newest').waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    }))

  it('leads from a prompt to its session', () =>
    visit('/?q=discount&kind=prompt', async (page) => {
      await hits(page).first().click()
      await page.getByRole('heading', { name: 'As it went' }).waitFor()
    }))

  it('says that nothing was found, and which words no memory has', () =>
    visit('/?q=xylophonequartz', async (page) => {
      await page.getByText('xylophonequartz', { exact: false }).last().waitFor()
      await shoot(page, 'search-nothing')
    }))
})

/** The page is busy for longer than the pause in typing: when the link is followed, the question is due. */
const TYPE_AND_LEAVE = `new Promise((left) => {
  const box = document.getElementById('question')
  box.value = 'discount code'
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  requestAnimationFrame(() => setTimeout(() => {
    const until = performance.now() + 250
    while (performance.now() < until);
    document.querySelector('header nav a[href="/"]').click()
    setTimeout(() => requestAnimationFrame(left), 0)
  }, 20))
})`

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
      await page.locator('.preview li', { hasText: 'The office plant' }).waitFor()
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

describe('before and after', () => {
  it('of a memory shows it among its neighbours, and more of them when asked', () =>
    visit('/memory/2', async (page) => {
      await page.getByRole('link', { name: 'around it' }).first().click()
      await page.waitForURL(/timeline\?around=2$/)
      const here = page.locator('.row[aria-current=true]')
      await here.getByText('The login redirect loop').waitFor()
      const titles = await page.locator('.row h2').allTextContents()
      const at = titles.findIndex((title) => title.startsWith('The login redirect loop'))
      expect(titles[at - 1]).toContain('Totals are kept in cents')
      expect(titles[at + 1]).toContain('A discount code counts once')
    }))
  it('of a session and of a prompt is one click away too', () =>
    visit('/?q=discount', async (page) => {
      const prompt = page.locator('.row[data-kind=prompt]').first()
      await prompt.hover()
      await prompt.getByRole('link', { name: 'around it' }).click()
      await page.locator('.row[aria-current=true][data-kind=prompt]').waitFor()
      await page.goto(`${stage.base}/timeline?around=S${session}`)
      await page.locator('.row[aria-current=true][data-kind=summary]').waitFor()
    }))
})

describe('a session', () => {
  it('is gone through memory by memory', () =>
    visit('/session/2', async (page) => {
      await page.locator('.row .hit').first().click()
      await page.waitForURL(/memory\/\d+\?session=2&order=oldest$/)
      const first = await page.locator('h1').textContent()
      await page.getByRole('navigation', { name: 'In session S2' }).getByRole('link', { name: 'next' }).click()
      await page.locator('h1', { hasNotText: first ?? '' }).waitFor()
      await page.waitForURL(/memory\/\d+\?session=2&order=oldest$/)
    }))

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
      await page.getByRole('log', { name: 'What came in' }).getByText('1 event came in').first().waitFor()
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

const VIEWS: [name: string, path: () => string, ready: string][] = [
  ['search', () => '/?q=discount', '.hit'],
  ['timeline', () => '/timeline', '.row'],
  ['around', () => '/timeline?around=2', '.row[aria-current]'],
  ['memory', () => '/memory/6', '.memory'],
  ['session', () => `/session/${session}`, '.step'],
  ['now', () => '/now', '.row'],
  ['settings', () => '/settings', '.session-preview pre'],
  ['nowhere', () => '/memory/99999', '.problem'],
]

describe.each(VIEWS)('the view %s', (name, path, ready) => {
  it.each(['light', 'dark'] as const)('shuts nobody out when it is %s', async (colorScheme) => {
    const { page, close } = await look(stage, path(), { colorScheme })
    await page.locator(ready).first().waitFor()
    await shoot(page, `${name}-${colorScheme}`)
    const ground = String(await page.evaluate('getComputedStyle(document.body).backgroundColor')) // rgb(…)
    expect(Number(/\d+/.exec(ground)?.[0]) < 128).toBe(colorScheme === 'dark')
    expect(await barriers(page)).toEqual([])
    await close()
  })

  it('fits a phone', async () => {
    const { page, close } = await look(stage, path(), PHONE)
    await page.locator(ready).first().waitFor()
    await shoot(page, `${name}-phone`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await close()
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
