/**
 * What the viewer costs a browser: `npm run bench:viewer -- [--rows 100000] [--rounds 15] [--check]` opens it in a real
 * Chromium over a real worker with 100,000 memories. Every time is a ratio to a bare HTML page in the same run, because a
 * busy machine slows both. A whole run writes bench/results/viewer.json.
 */
import { parseArgs } from 'node:util'
import ensureChromium from '../../test/viewer/chromium.ts'
import { openStage } from '../../test/viewer/stage.ts'
import { renderTable, round } from '../figures.ts'
import { atMost, CHECK, conclude } from '../outcome.ts'
import { findBarriers } from './barriers.ts'
import { fillLarge, ROWS } from './large.ts'
import { measureScroll } from './scroll.ts'
import { measureTimes } from './times.ts'
import { weighPage } from './weight.ts'

const { values: asked } = parseArgs({
  options: { ...CHECK, rows: { type: 'string', default: String(ROWS) }, rounds: { type: 'string', default: '15' } },
})
const rows = Number(asked.rows)

ensureChromium()
const stage = await openStage((place) => fillLarge(place, rows), { CLAUDE_MEM_REVIEW: 'true' })
try {
  const weight = await weighPage(stage)
  const times = await measureTimes(stage, Number(asked.rounds))
  const scroll = await measureScroll(stage, Math.min(rows, 5000))
  const barriers = await findBarriers(stage)

  console.log(`\n${rows.toLocaleString('en')} memories, median of ${asked.rounds} rounds\n`)
  console.log(
    renderTable(
      ['page', 'first paint ms', 'ratio', 'first result ms', 'ratio'],
      times.map(({ page, paint, result, paintRatio, resultRatio }) => [
        ...[page, String(paint), String(paintRatio), String(result), String(resultRatio)],
      ]),
    ),
  )
  console.log(
    `\n${weight.requests} requests before the first memory, ${weight.wire} bytes on the wire, ${weight.gzip} bytes if gzipped`,
  )
  console.log(
    `${scroll.loaded} rows scrolled: at most ${scroll.drawn} in the document; p95 of a frame ${scroll.frame} ms, bare ${scroll.bareFrame} ms`,
  )
  console.log(`axe: ${barriers.views} views in light and dark, ${barriers.found.length} serious or critical findings`)
  for (const one of barriers.found) console.log(`  ${one}`)

  const worst = (of: 'paintRatio' | 'resultRatio') => Math.max(...times.map((one) => one[of]))
  conclude('viewer', {
    report: { rows, rounds: Number(asked.rounds), times, weight, scroll, barriers },
    required: [
      atMost('page, script, style sheet and icon, gzipped bytes', weight.gzip, 150_000),
      atMost('requests to another host', weight.elsewhere, 0),
      // Times of a bare page: one that is felt as slower would be above these.
      atMost('first paint, times a bare page', round(worst('paintRatio'), 2), 3),
      atMost('first result, times a bare page', round(worst('resultRatio'), 2), 4),
      atMost('a slow frame (p95) while scrolling, times a bare page', round(scroll.frame / scroll.bareFrame, 2), 2),
      atMost('rows in the document, however far one scrolls', scroll.drawn, 500),
      atMost('serious or critical barriers (axe)', barriers.found.length, 0),
    ],
    whole: rows >= ROWS && Number(asked.rounds) >= 15,
    check: asked.check,
  })
} finally {
  await stage.close()
}
