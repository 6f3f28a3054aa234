/**
 * A real worker with memories, and a real browser that looks at it. Whatever a page complains of, and every address it
 * asks for, is written down, so that a test can say that there was nothing.
 */
import { deepEqual } from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { readText } from '../../src/worker/process/data-folder.ts'
import { hostSession } from '../support/host-session.ts'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from '../support/place.ts'
import { seedFolder } from '../support/seed.ts'
import { call, startWorker, stopWorker } from '../support/worker.ts'
import { CHROMIUM } from './chromium.ts'

/** Looked at by people; never committed. */
const SHOTS = join(PROJECT_ROOT, 'node_modules/.cache/viewer-shots')
/** A name that leads to this machine, as a page that rebinds DNS has one. */
export const REBOUND = 'rebound.example'

/** What a page of somebody else may have put into a memory. It must stay text wherever it is shown. */
export const HOSTILE = '<img src=x onerror="document.title=\'owned\'"></script><script>document.title="owned"</script>'

/** As `BrowserContextOptions`. */
export const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }

export interface Stage {
  place: Place
  base: string
  token: string
  browser: Browser
  close(): Promise<void>
}

export interface Looked {
  page: Page
  /** Errors of the console, uncaught ones, and what the policy blocked. */
  complaints: string[]
  requests: string[]
  close(): Promise<void>
}

export async function openStage(fill: (place: Place) => void = fillSmall, env: NodeJS.ProcessEnv = {}): Promise<Stage> {
  const place = makePlace()
  fill(place)
  const { port } = await startWorker(place, env)
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  return {
    place,
    base: `http://127.0.0.1:${port}`,
    token: readText(place.data.token)?.trim() ?? '',
    browser,
    async close() {
      await browser.close()
      await stopWorker(place)
      removePlace(place)
    },
  }
}

function fillSmall(place: Place): void {
  seedFolder(place.data.root, place.project)
}

/** A tab of its own, with the token as `claude-mem ui` hands it over unless `token` is false. */
export async function look(
  stage: Stage,
  path: string,
  by: BrowserContextOptions & { token?: boolean } = {},
): Promise<Looked> {
  const { token = true, ...options } = by
  const context = await stage.browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1100, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${stage.base}${path}${token ? `#token=${stage.token}` : ''}`)
  return { page, complaints, requests, close: () => context.close() }
}

/** A tab that may complain of nothing and ask nobody but the worker. */
export async function visitAt(
  stage: Stage,
  path: string,
  act: (page: Page, looked: Looked) => Promise<void>,
  by: Parameters<typeof look>[2] = {},
): Promise<void> {
  const looked = await look(stage, path, by)
  try {
    await act(looked.page, looked)
    deepEqual(looked.complaints, [])
    deepEqual(
      looked.requests.filter((url) => !url.startsWith(`${stage.base}/`)),
      [],
    )
  } finally {
    await looked.close()
  }
}

/** In a window as tall as the page: what is far from a smaller one is not drawn. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true })
  const size = page.viewportSize()
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  if (size) await page.setViewportSize({ width: size.width, height })
  await page.evaluate(`scrollTo(0, 0); ${DRAWN}`)
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
  if (size) await page.setViewportSize(size)
}

/** A frame to see what is near, one to draw it, one to paint it. */
const DRAWN =
  'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))'

/** What keeps somebody out, as `rule: element`. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults // the script that was just put in says so
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** A session that ran through the real hooks, so that it has steps. Answers its number. */
export async function playSession(place: Place): Promise<number> {
  const session = hostSession(place, 'played')
  await session.starts()
  await session.asks('The receipt prints the tax twice, please find out why and mend it')
  await session.edits('src/tax.js', 'total += tax\ntotal += tax', 'total += tax')
  await session.runs('npm test -- tax', '12 passing, the receipt prints the tax once and the total is right')
  await session.runs('npm run lint', 'Checked 40 files and found nothing to say about any of them')
  await session.closes(
    'The tax was added twice because the receipt called addTax and its line did too. I removed the second call in src/tax.js; all 12 tests pass.',
  )
  await session.ends()
  const found = await call<{ results: { id: number; kind: string; request?: string }[] }>(
    place,
    'GET',
    '/api/search?query=receipt+prints+the+tax+twice&kind=summary&format=index&limit=1',
  )
  return found.results[0]?.id ?? 0
}
