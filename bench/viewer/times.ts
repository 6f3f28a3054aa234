/** How soon something is painted, and how soon the first memory stands there, against a bare page in turns. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { look, type Stage } from '../../test/viewer/stage.ts'
import { quantile, round } from '../figures.ts'

export interface PageTimes {
  page: string
  /** Milliseconds, and times the bare page's. */
  paint: number
  paintRatio: number
  result: number
  resultRatio: number
}

const BARE = '<!doctype html><title>bare</title><p class="hit">here'

export async function measureTimes(stage: Stage, rounds: number): Promise<PageTimes[]> {
  const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(BARE))
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo // it listens on TCP
  const pages: [page: string, url: (round: number) => string][] = [
    ['a bare page', () => `http://127.0.0.1:${port}/`],
    ['the newest', () => `${stage.base}/`],
    ['timeline', () => `${stage.base}/timeline`],
    ['a search', (at) => `${stage.base}/?q=ledger+lost+${at}`],
  ]
  const { page, close } = await look(stage, '/')
  const taken = new Map(pages.map(([name]) => [name, { paint: [] as number[], result: [] as number[] }]))
  for (let at = 0; at < rounds; at++) {
    for (const [name, url] of pages) {
      const startedAt = performance.now()
      await page.goto(url(at), { waitUntil: 'commit' })
      await page.locator('.hit').first().waitFor()
      taken.get(name)?.result.push(performance.now() - startedAt)
      taken.get(name)?.paint.push(Number(await page.evaluate(FIRST_PAINT)))
    }
  }
  await close()
  bare.close()
  const median = (name: string, what: 'paint' | 'result') => quantile(taken.get(name)?.[what] ?? [], 0.5)
  return pages.map(([name]) => ({
    page: name,
    paint: round(median(name, 'paint'), 1),
    paintRatio: round(median(name, 'paint') / median('a bare page', 'paint'), 2),
    result: round(median(name, 'result'), 1),
    resultRatio: round(median(name, 'result') / median('a bare page', 'result'), 2),
  }))
}

/** Of the browser's own clock, since the navigation began. It may come a frame after the element. */
const FIRST_PAINT = `new Promise((known) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (paint) known(paint.startTime)
    else requestAnimationFrame(look)
  }
  look()
})`
