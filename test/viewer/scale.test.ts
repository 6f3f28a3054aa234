/**
 * The viewer over 100,000 memories: how soon the first result stands there, measured against a bare page in the same run,
 * and what a long scroll leaves in the document. The figures are printed; what is asserted are budgets.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForWriting } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putProject } from '../../src/store/sessions.ts'
import type { Place } from '../support/place.ts'
import { putMemory } from '../support/put-memory.ts'
import { look, openStage, type Stage } from './stage.ts'

const ROWS = 100_000
/** Of a bare page's time. Measured: 1.8 for the timeline, 2.2 for a search, on a busy machine with two cores. */
const MOST_TIMES = 10
const HOUR_MS = 3_600_000
const THINGS = ['invoice', 'cookie', 'queue', 'parser', 'cache', 'schema', 'proxy', 'ledger', 'token', 'upload']
const TROUBLES = ['was lost', 'came twice', 'timed out', 'grew without end', 'is sorted now', 'moved to its own file']

let stage: Stage
beforeAll(async () => {
  stage = await openStage(fillLarge)
}, 300_000)
afterAll(() => stage?.close())

function fillLarge(place: Place): void {
  const db = openForWriting(join(place.data.root, 'db.sqlite'))
  migrate(db)
  const now = Date.now()
  putProject(db, { id: place.project, name: 'shop', root: place.project }, now)
  db.transaction(() => {
    for (let n = 0; n < ROWS; n++) {
      const title = `The ${THINGS[n % 10]} of part ${n % 997} ${TROUBLES[n % 6]} in step ${n}`
      putMemory(db, place.project, {
        title,
        narrative: `It concerned ${THINGS[(n * 7) % 10]} ${n}.`,
        at: now - n * HOUR_MS,
      })
    }
  })
  db.close()
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('with 100,000 memories', () => {
  it('shows the first result within a few times what a bare page takes', async () => {
    const bare = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>bare</title><p class="hit">here'),
    )
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
    const { port } = bare.address() as AddressInfo // it listens on TCP
    const looked = await look(stage, '/')
    const timeTo = async (url: string) => {
      const startedAt = performance.now()
      await looked.page.goto(url, { waitUntil: 'commit' })
      await looked.page.locator('.hit').first().waitFor()
      return performance.now() - startedAt
    }
    const bareMs: number[] = []
    const listMs: number[] = []
    const searchMs: number[] = []
    for (let round = 0; round < 7; round++) {
      bareMs.push(await timeTo(`http://127.0.0.1:${port}/`))
      listMs.push(await timeTo(`${stage.base}/timeline`))
      searchMs.push(await timeTo(`${stage.base}/?q=ledger+lost+${round}`))
    }
    bare.close()
    await looked.close()
    const [toBare, toList, toSearch] = [median(bareMs), median(listMs), median(searchMs)]
    console.log(
      `first result: bare page ${toBare.toFixed(0)} ms, timeline ${toList.toFixed(0)} ms (${(toList / toBare).toFixed(1)} ×), search ${toSearch.toFixed(0)} ms (${(toSearch / toBare).toFixed(1)} ×)`,
    )
    expect(Math.max(toList, toSearch) / toBare).toBeLessThan(MOST_TIMES)
  })

  it('loads each page once and keeps only what is near in the document', async () => {
    const { page, requests, close } = await look(stage, '/timeline')
    await page.locator('.row').first().waitFor()
    const asked = () => requests.filter((url) => url.includes('/api/search'))
    const pages = 60
    await scrollUntil(page, () => asked().length >= pages)
    const offsets = asked().map((url) => Number(new URL(url).searchParams.get('offset')))
    expect(offsets).toEqual(offsets.map((_, at) => at * 50))
    const drawn = (await page.evaluate('document.querySelectorAll(".row").length')) as number // a count
    console.log(`${offsets.length * 50} rows loaded, ${drawn} of them in the document`)
    expect(drawn).toBeLessThan(500)
    await page.evaluate('scrollTo(0, 0)')
    await page.getByText(/in step 0$/).waitFor()
    await close()
  })

  it('transfers less than 150 kB before the first memory', async () => {
    const sizes = await Promise.all(
      ['/', '/assets/app.js', '/assets/app.css', '/assets/icon.svg'].map(
        async (path) => gzipSync(Buffer.from(await (await fetch(stage.base + path)).arrayBuffer())).byteLength,
      ),
    )
    const sum = sizes.reduce((total, size) => total + size)
    console.log(`page, script, style sheet and icon: ${sizes.join(' + ')} = ${sum} bytes gzipped`)
    expect(sum).toBeLessThan(150_000)
  })
})

async function scrollUntil(page: Page, done: () => boolean): Promise<void> {
  while (!done()) await page.evaluate('new Promise((drawn) => { scrollBy(0, 4000); requestAnimationFrame(drawn) })')
}
