/**
 * What a search costs, with what was said in the turns: `npm run bench:search -- [--sizes 8k,100k] [--questions 60] [--check]`.
 * 8k and 100k observations have ten passages each; `--sizes 1m` is a million observations without any. Folders are filled
 * once and kept in node_modules/.cache/bench-search, which takes many minutes. A run over the first two writes
 * bench/results/search.json, docs/search-at-scale.md and its picture. With --check a missed figure is exit code 1.
 */
import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT } from '../../test/support/place.ts'
import { CHECK, conclude } from '../outcome.ts'
import { readSizes } from '../sizes.ts'
import { SEED } from './corpus.ts'
import { filledFolder } from './folders.ts'
import { type HookFigures, measureHooks } from './hooks.ts'
import { type LengthFigures, type LengthsAsk, LONG, SHORT } from './lengths.ts'
import type { MeasureAsk, Measured } from './measure.ts'
import { renderPage } from './page.ts'
import {
  concludeSize,
  HOOK_SIZE,
  MAX_WITH_PASSAGES,
  needsOf,
  renderPicture,
  renderTables,
  SIZES,
  type SizeResult,
} from './report.ts'

/** The three kinds, with a project and without: forty of each. */
const QUESTIONS = 240

const { values: asked } = parseArgs({
  options: { ...CHECK, sizes: { type: 'string' }, questions: { type: 'string', default: String(QUESTIONS) } },
})
const questions = Number(asked.questions)
const sizes = asked.sizes ? readSizes(asked.sizes) : SIZES
const whole = asked.sizes === undefined && questions >= QUESTIONS
const results: SizeResult[] = []
let hook: HookFigures | undefined
for (const count of sizes) {
  const { path, filled } = await filledFolder({ count, said: count <= MAX_WITH_PASSAGES })
  console.log(`Asking ${questions} questions of ${count.toLocaleString('en-US')} observations …`)
  results.push(concludeSize(await ask<MeasureAsk, Measured>('measure.ts', { folder: path, count, questions }), filled))
  if (count === HOOK_SIZE) hook = await measureHooks({ folder: path, count })
}
const lengths = whole ? await compareLengths() : undefined

const required = needsOf(results, { hook, lengths })
const tables = renderTables(results, { hook, lengths })
console.log(`\n${tables}`)
if (whole) {
  writeFileSync(join(PROJECT_ROOT, 'docs/search-at-scale.svg'), renderPicture(results))
  writeFileSync(join(PROJECT_ROOT, 'docs/search-at-scale.md'), renderPage({ tables, required }))
}
conclude('search', { report: { seed: SEED, results, hook, lengths }, required, whole, check: asked.check })

async function compareLengths(): Promise<LengthFigures> {
  const [short, long] = [(await filledFolder(SHORT)).path, (await filledFolder(LONG)).path]
  console.log('Asking the same questions of short and of long texts …')
  return ask<LengthsAsk, LengthFigures>('lengths.ts', { short, long, questions })
}

/** In a process of its own, so that one size leaves nothing behind for the next. */
function ask<Ask extends object, Answer>(script: string, what: Ask): Promise<Answer> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as Answer)) // by the script, for this ask
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)))
    child.send(what)
  })
}
