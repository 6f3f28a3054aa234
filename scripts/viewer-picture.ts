/**
 * Takes the picture of the viewer that README and docs show, of invented memories: docs/viewer.png.
 * `npm run docs:picture` after a change that can be seen.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexStatus } from '../src/worker/protocol/overview.ts'
import { PROJECT_ROOT, writeLaunch } from '../test/support/place.ts'
import { waitFor } from '../test/support/wait.ts'
import { call } from '../test/support/worker.ts'
import ensureChromium from '../test/viewer/chromium.ts'
import { fillShowcase } from '../test/viewer/showcase.ts'
import { look, openStage } from '../test/viewer/stage.ts'

/** More would be felt when the page is opened. */
const MOST_BYTES = 150_000
const QUESTION = 'why did the login loop'
/** Work of a few weeks: in a longer time the invented memories repeat themselves. */
const DAYS = 16

ensureChromium()
const stage = await openStage((place) => {
  fillShowcase(place, { days: DAYS })
  writeLaunch(place, join(PROJECT_ROOT, 'dist/worker-main.mjs')) // the model lies beside this one
})
try {
  await waitFor(
    'every memory can be found by its meaning',
    async () => {
      const { state, waiting } = await call<IndexStatus>(stage.place, 'GET', '/api/index')
      return state === 'ready' && waiting === 0
    },
    300_000,
  )
  const { page, close } = await look(stage, `/?${new URLSearchParams({ q: QUESTION })}`, {
    viewport: { width: 980, height: 560 },
    deviceScaleFactor: 1.5,
  })
  await page.getByText('by words and meaning').waitFor()
  await page.locator('.why summary').first().click()
  await page.locator('.why[open] meter').first().waitFor()
  await page.mouse.move(0, 0)
  const path = join(PROJECT_ROOT, 'docs/viewer.png')
  await page.screenshot({ path })
  await close()
  const { size } = statSync(path)
  console.log(`docs/viewer.png: ${size} bytes`)
  if (size > MOST_BYTES) process.exitCode = 1
} finally {
  await stage.close()
}
