/** A long scroll through the timeline: what it leaves in the document, and how long a frame takes on the way back up. */
import type { Page } from 'playwright-core'
import { look, type Stage } from '../../test/viewer/stage.ts'
import { quantile, round } from '../figures.ts'

const PAGE = 50
const FRAMES = 400
/** Pixels in each frame: half a screen, which is 24,000 in a second and a hard fling. */
const STEP = 400

export interface Scrolled {
  loaded: number
  /** The most that was in the document at any time. */
  drawn: number
  /** Milliseconds between two frames, 95th percentile: of the timeline, and of a bare page as long in the same browser. */
  frame: number
  bareFrame: number
}

export async function measureScroll(stage: Stage, rows: number): Promise<Scrolled> {
  const { page, requests, close } = await look(stage, '/timeline')
  await page.locator('.row').first().waitFor()
  const loaded = () => requests.filter((url) => url.includes('/api/search')).length * PAGE
  let drawn = 0
  while (loaded() < rows) {
    const now = await page.evaluate(`new Promise((drawn) => {
      scrollBy(0, 4000)
      requestAnimationFrame(() => drawn(document.querySelectorAll('.row').length))
    })`)
    drawn = Math.max(drawn, Number(now))
  }
  const frame = await slowFrame(page)
  await close()
  const bare = await stage.browser.newPage({ viewport: { width: 1100, height: 800 } })
  await bare.setContent(`<!doctype html>${'<p>The invoice of part 12 was lost in step 1</p>'.repeat(rows)}`)
  await bare.evaluate('scrollTo(0, document.body.scrollHeight)')
  const bareFrame = await slowFrame(bare)
  await bare.close()
  return { loaded: loaded(), drawn, frame: round(frame, 1), bareFrame: round(bareFrame, 1) }
}

/** Upwards through pages that have left the document and come back. */
async function slowFrame(page: Page): Promise<number> {
  const between = (await page.evaluate(`new Promise((done) => {
    const between = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      between.push(now - last)
      last = now
      scrollBy(0, -${STEP})
      if (between.length < ${FRAMES}) requestAnimationFrame(step)
      else done(between)
    }
    requestAnimationFrame(step)
  })`)) as number[] // as the script says
  return quantile(between, 0.95)
}
