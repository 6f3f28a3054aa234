/**
 * How fast are outlines, and how much real code do the grammars parse? `npm run bench:outline` outlines more than a
 * thousand real files, prints a table next to the time that reading the files takes, and writes
 * bench/results/outline.json; with `-- --check` a missed figure is exit code 1.
 */
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { grammarFolder, loadGrammar } from '../../src/outline/grammars.ts'
import { LANGUAGES } from '../../src/outline/languages.ts'
import { type FileOutline, outlineText } from '../../src/outline/outline.ts'
import { renderOutline } from '../../src/outline/render.ts'
import { round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { loadCorpus, type SourceFile } from './corpus.ts'

const REQUIRED = { files: 1000, languages: 8, readWithoutError: 0.9, slowestMs: 2000, peakRssMb: 800 }

interface Measured {
  file: SourceFile
  outline: FileOutline
  outlineMs: number
  readMs: number
  shownTokens: number
}

const { values: asked } = parseArgs({ options: CHECK })
const grammars = await measureGrammars()
const { files, missing } = await loadCorpus()
const measured: Measured[] = []
const cpuBefore = process.cpuUsage()
for (const file of files) measured.push(await measure(file))
/** All threads of this process; the fairer figure on a busy machine. */
const cpuSeconds = (({ user, system }) => (user + system) / 1e6)(process.cpuUsage(cpuBefore))

const languages = Object.entries(Object.groupBy(measured, (one) => one.outline.language)).map(
  ([language, of = []]) => ({
    language,
    grammarMs: grammars[language]?.loadMs ?? 0,
    grammarKb: grammars[language]?.kb ?? 0,
    ...summary(of),
  }),
)
const whole = summary(measured)
const total = {
  ...whole,
  megabytesPerCpuS: round(whole.megabytes / cpuSeconds, 2),
  peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
}
console.table(languages)
console.table([{ language: 'all', ...total }])
if (missing.length > 0) console.log(`not measured, no registry: ${missing.join(', ')}`)
const none = Object.keys(LANGUAGES).filter((language) => !languages.some((one) => one.language === language))
console.log(`no file found: ${none.join(', ') || 'none'}`)

conclude('outline', {
  report: {
    corpus:
      'this repository, node_modules and the npm packages in bench/outline/corpus.ts; at most 400 files a language',
    total,
    languages,
  },
  required: [
    atLeast('files', total.files, REQUIRED.files),
    atLeast('languages', languages.length, REQUIRED.languages),
    atLeast('share read without error', total.readWithoutError, REQUIRED.readWithoutError),
    atMost('slowest file, ms', total.slowestMs, REQUIRED.slowestMs),
    atMost('memory of the process at most, MB', total.peakRssMb, REQUIRED.peakRssMb),
  ],
  whole: missing.length === 0,
  check: asked.check,
})

/** The first load includes the parser, so one grammar is loaded before. */
async function measureGrammars(): Promise<Record<string, { loadMs: number; kb: number }>> {
  await loadGrammar('json')
  const loaded: Record<string, { loadMs: number; kb: number }> = {}
  for (const name of Object.keys(LANGUAGES)) {
    const startedAt = performance.now()
    if (!(await loadGrammar(name))) console.log(`the grammar ${name} is missing: npm run prepare fetches it`)
    const bytes = statSync(`${grammarFolder()}/${name}.wasm.br`, { throwIfNoEntry: false })?.size ?? 0
    loaded[name] = { loadMs: Math.round(performance.now() - startedAt), kb: Math.round(bytes / 1000) }
  }
  return loaded
}

async function measure(file: SourceFile): Promise<Measured> {
  const readAt = performance.now()
  const text = readFileSync(file.path, 'utf8')
  const startedAt = performance.now()
  const outline = await outlineText({ path: file.path, text })
  const outlineMs = performance.now() - startedAt
  const shownTokens = renderOutline(outline, { path: file.path }).tokens
  return { file, outline, outlineMs, readMs: startedAt - readAt, shownTokens }
}

function summary(of: Measured[]) {
  const sum = (value: (one: Measured) => number) => of.reduce((all, one) => all + value(one), 0)
  const share = (is: (one: Measured) => boolean) => round(of.filter(is).length / of.length, 3)
  const megabytes = sum((one) => one.file.bytes) / 1e6
  const seconds = sum((one) => one.outlineMs) / 1000
  return {
    files: of.length,
    megabytes: round(megabytes, 2),
    filesPerS: Math.round(of.length / seconds),
    megabytesPerS: round(megabytes / seconds, 2),
    justReadingMbPerS: Math.round(megabytes / (sum((one) => one.readMs) / 1000)),
    slowestMs: Math.round(Math.max(...of.map((one) => one.outlineMs))),
    readWithoutError: share((one) => !one.outline.broken),
    shapeOnly: share((one) => one.outline.how === 'shape'),
    outlineShareOfTokens: round(sum((one) => one.shownTokens) / sum((one) => one.outline.fileTokens), 3),
  }
}
