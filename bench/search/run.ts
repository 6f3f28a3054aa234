/**
 * How search behaves with 8k, 100k and 1,000,000 observations: `npm run bench:search -- [--sizes 8k,100k] [--questions 60] [--check]`.
 * Folders are filled once and kept in node_modules/.cache/bench-search; the largest takes many minutes. A run over all
 * sizes writes bench/results/search.json, docs/search-at-scale.md and its picture. With --check a missed figure is
 * exit code 1.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../../test/support/place.ts'
import { SEED } from './corpus.ts'
import { filledFolder } from './folders.ts'
import { type HookFigures, measureHooks } from './hooks.ts'
import type { MeasureAsk, Measured } from './measure.ts'
import { concludeSize, HOOK_SIZE, needsOf, renderPicture, renderTables, SIZES, type SizeResult } from './report.ts'

/** The three kinds, with a project and without: forty of each. */
const QUESTIONS = 240

const questions = Number(option('--questions') ?? QUESTIONS)
const asked = option('--sizes')?.split(',').map(readSize)
const sizes = asked ?? SIZES
const results: SizeResult[] = []
let hook: HookFigures | undefined
for (const count of sizes) {
  const { path, filled } = await filledFolder(count)
  console.log(`Asking ${questions} questions of ${count.toLocaleString('en-US')} observations …`)
  results.push(concludeSize(await ask({ folder: path, count, questions }), filled))
  if (count === HOOK_SIZE) hook = await measureHooks({ folder: path, count })
}

const needs = needsOf(results, hook)
const tables = renderTables(results, { hook, needs })
console.log(`\n${tables}\n`)
if (!asked && questions >= QUESTIONS) write()
if (process.argv.includes('--check') && needs.some((one) => !one.met)) process.exitCode = 1

/** In a process of its own, so that one size leaves nothing behind for the next. */
function ask(what: MeasureAsk): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('measure.ts', import.meta.url)), [], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as Measured)) // by measure.ts, for this ask
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)))
    child.send(what)
  })
}

function write(): void {
  const date = new Date().toISOString()
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    load: Number(loadavg()[0]?.toFixed(1)),
  }
  const report = { date, node: process.version, machine, seed: SEED, results, hook, required: needs }
  const to = (path: string) => join(PROJECT_ROOT, path)
  mkdirSync(to('bench/results'), { recursive: true })
  writeFileSync(to('bench/results/search.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(to('docs/search-at-scale.svg'), renderPicture(results))
  writeFileSync(
    to('docs/search-at-scale.md'),
    `# Search at scale

Written by \`npm run bench:search\` on ${date.slice(0, 10)}: Node ${process.version}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, load ${machine.load}.
The memories are generated from a seed: about 750 bytes of varied text each, 40 projects (one holds 40 %), 25 to a session, two years.
Each has a vector: 10,000 are real embeddings, the others seeded noisy copies of them. Every question (three to six rarer
words, a sentence, a single word; in one project or in all) goes to every command in turn, in the same run.

- *search*: words and meaning, in process, the index in its own process. *Over HTTP*: a real worker, end to end.
- *bare FTS5*: one \`MATCH\` of the same words OR-ed, \`ORDER BY rank LIMIT 20\`. *Bare scan*: all vectors as 32-bit numbers in plain
  JavaScript; *kernel scan* is our own 8-bit one. Neither turns the question into a vector, which *by meaning alone* does.

![Milliseconds by number of observations](search-at-scale.svg)

${tables}
`,
  )
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function readSize(text: string): number {
  const [, number = '', unit = ''] = /^(\d+)([km]?)$/i.exec(text.trim()) ?? []
  const count = Number(number) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1)
  if (count > 0) return count
  throw new Error(`--sizes takes numbers such as 8k,100k,1m, not ${text}`)
}
