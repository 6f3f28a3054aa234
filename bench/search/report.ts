/** What was measured for each size, what of it is required, and how it is shown: as tables and as a picture. */
import { renderTable, round, type Spread, spread } from '../figures.ts'
import { atLeast, atMost, type Need } from '../outcome.ts'
import { COMMANDS, type CommandName } from './commands.ts'
import type { Filled } from './fill.ts'
import type { HookFigures } from './hooks.ts'
import type { LengthFigures } from './lengths.ts'
import type { Measured } from './measure.ts'
import { type Line, renderPlot } from './plot.ts'

export interface SizeResult {
  observations: number
  questions: number
  ms: Record<CommandName, Spread>
  /** FTS5 and the kernel scan of the same question, one after the other. */
  yardstick: Spread
  searchMsByKind: Record<string, Spread>
  wordsAlone: Measured['wordsAlone']
  recallAt20: number
  knownItems: number
  knownAtFirst: number
  memoryMb: number
  importPerSecond: number
  filled: Filled & { bytesPerSession: number; textBytesPerSession: number }
}

const SMALL = 8000
const MIDDLE = 100_000
const LARGE = 1_000_000
export const SIZES = [SMALL, MIDDLE]
/** A million observations with ten million passages would take an hour to fill. */
export const MAX_WITH_PASSAGES = MIDDLE
/** The size the hook and the known items are measured at. */
export const HOOK_SIZE = MIDDLE

export function concludeSize(measured: Measured, filled: Filled): SizeResult {
  const { times, kinds } = measured
  const byKind = Object.groupBy(
    times.search.map((ms, at) => ({ ms, kind: kinds[at] ?? '' })),
    (one) => one.kind,
  )
  return {
    observations: filled.observations,
    questions: times.search.length,
    ms: Object.fromEntries(COMMANDS.map((name) => [name, spread(times[name])])) as SizeResult['ms'], // the same keys
    yardstick: spread(times['FTS5, no stop words'].map((ms, at) => ms + (times['kernel scan'][at] ?? Number.NaN))),
    searchMsByKind: Object.fromEntries(
      Object.entries(byKind).map(([kind, list]) => [kind, spread((list ?? []).map((one) => one.ms))]),
    ),
    wordsAlone: measured.wordsAlone,
    recallAt20: round(measured.recallAt20, 4),
    knownItems: measured.knownItems,
    knownAtFirst: round(measured.knownAtFirst, 4),
    memoryMb: Math.round(measured.memoryMb),
    importPerSecond: measured.importPerSecond,
    filled: {
      ...filled,
      bytesPerSession: Math.round((filled.databaseBytes + filled.indexBytes) / filled.sessions),
      textBytesPerSession: Math.round(filled.textBytes / filled.sessions),
    },
  }
}

/** What is measured besides the sizes, if it was. */
export interface Beside {
  hook?: HookFigures | undefined
  lengths?: LengthFigures | undefined
}

/** Only what the measured sizes can answer. */
export function needsOf(results: SizeResult[], { hook, lengths }: Beside): Need[] {
  const at = (size: number) => results.find((one) => one.observations === size)
  const [small, middle, large] = [at(SMALL), at(MIDDLE), at(LARGE)]
  const needs: Need[] = []
  if (middle) {
    const { ms, yardstick, filled } = middle
    needs.push(atMost('search p50 at 100k, of FTS5 + kernel scan', ms.search.p50 / yardstick.p50, 2))
    needs.push(atMost('search p95 at 100k, of FTS5 + kernel scan', ms.search.p95 / yardstick.p95, 2.5))
    needs.push(atMost('bytes of a session, of its texts', filled.bytesPerSession / filled.textBytesPerSession, 2))
    needs.push(atLeast('known items at rank 1, at 100k', middle.knownAtFirst, 0.95))
  }
  if (lengths) {
    needs.push(atMost('search p50, texts of 10 kB against 600 characters', lengths.long.p50 / lengths.short.p50, 1.5))
  }
  const largest = large ?? middle
  if (small && largest && largest !== small) {
    for (const name of ['session start', 'by file'] as const) {
      const size = largest.observations.toLocaleString('en-US')
      needs.push(atMost(`${name} p50, ${size} against 8k`, largest.ms[name].p50 / small.ms[name].p50, 2))
    }
  }
  if (large) needs.push(atMost('memory at 1,000,000, worker and index, MB', large.memoryMb, 1500))
  if (results.length > 0) {
    needs.push(atLeast('recall@20 against the exact scan', Math.min(...results.map((one) => one.recallAt20)), 0.95))
  }
  if (hook) {
    needs.push(atMost('UserPromptSubmit with recall at 100k, of node -e 0', hook.ofNode, 3))
    needs.push(atMost('prompts whose answer came too late', hook.late, 0))
  }
  return needs
}

export function renderTables(results: SizeResult[], { hook, lengths }: Beside): string {
  const head = ['', ...results.map((one) => one.observations.toLocaleString('en-US'))]
  const pair = ({ p50, p95 }: Spread) => `${p50} / ${p95}`
  const times = [
    ...COMMANDS.map((name) => [name, ...results.map((one) => pair(one.ms[name]))]),
    ['FTS5 + kernel scan', ...results.map((one) => pair(one.yardstick))],
  ]
  const kinds = Object.keys(results[0]?.searchMsByKind ?? {}).map((kind) => [
    `search: ${kind}`,
    ...results.map((one) => pair(one.searchMsByKind[kind] ?? { p50: 0, p95: 0 })),
  ])
  const of = (name: string, value: (result: SizeResult) => string | number) => [
    name,
    ...results.map((one) => String(value(one))),
  ]
  const rest = [
    of('passages', (one) => one.filled.passages.toLocaleString('en-US')),
    of('search p50, of FTS5 + kernel scan', (one) => round(one.ms.search.p50 / one.yardstick.p50, 2)),
    of('search p95, of FTS5 + kernel scan', (one) => round(one.ms.search.p95 / one.yardstick.p95, 2)),
    of('answers by words alone: search, HTTP, prompt', ({ wordsAlone }) =>
      (['search', 'search over HTTP', 'prompt recall'] as const).map((name) => wordsAlone[name] ?? 0).join(', '),
    ),
    of('recall@20 against the exact scan', (one) => one.recallAt20),
    of('known items at rank 1', (one) => `${round(100 * one.knownAtFirst, 1)} % of ${one.knownItems}`),
    of('memory: worker and index process, MB', (one) => one.memoryMb),
    of('bulk import over HTTP, rows a second', (one) => one.importPerSecond),
    of('stored while filling, rows a second', (one) => one.filled.storePerSecond),
    of('vectors a second, without the model', (one) => one.filled.indexPerSecond),
    of('passages stored while filling, a second', (one) => one.filled.passagesPerSecond),
    of('bytes of a session, with its vectors', (one) => one.filled.bytesPerSession),
    of('bytes of its texts', (one) => one.filled.textBytesPerSession),
    of('bytes of a session, of its texts', (one) =>
      round(one.filled.bytesPerSession / one.filled.textBytesPerSession, 2),
    ),
  ]
  return [
    'Milliseconds, p50 / p95:',
    '',
    renderTable(head, [...times, ...kinds]),
    '',
    renderTable(head, rest),
    ...(lengths
      ? [
          '',
          `The same questions of ${lengths.observations.toLocaleString('en-US')} observations with texts of 600 characters: ${pair(lengths.short)} ms; with texts of 10 kB: ${pair(lengths.long)} ms, ${round(lengths.long.p50 / lengths.short.p50, 2)} × at p50.`,
        ]
      : []),
    ...(hook
      ? [
          '',
          `The UserPromptSubmit hook with recall, at 100,000: median ${round(hook.hookMs, 1)} ms (p90 ${round(hook.hookP90Ms, 1)}) over ${hook.runs} prompts, ${round(hook.ofNode, 2)} × \`node -e 0\` (${round(hook.nodeMs, 1)} ms); ${hook.told} were told something, ${hook.late} answers came too late.`,
        ]
      : []),
  ].join('\n')
}

export function renderPicture(results: SizeResult[]): string {
  const line = (
    name: string,
    by: { command: CommandName; part: keyof Spread; color: Line['color']; dashed?: boolean },
  ): Line => ({
    name,
    points: results.map((one) => ({ x: one.observations, y: Math.max(0.01, one.ms[by.command][by.part]) })),
    dashed: by.dashed ?? false,
    color: by.color,
  })
  return renderPlot({
    title: 'Milliseconds by number of observations',
    lines: [
      line('search p95', { command: 'search', part: 'p95', color: ['#0550ae', '#79c0ff'] }),
      line('search p50', { command: 'search', part: 'p50', color: ['#218bff', '#58a6ff'] }),
      line('prompt recall p50', { command: 'prompt recall', part: 'p50', color: ['#8250df', '#d2a8ff'] }),
      line('session start p50', { command: 'session start', part: 'p50', color: ['#1a7f37', '#56d364'] }),
      line('by file p50', { command: 'by file', part: 'p50', color: ['#9a6700', '#e3b341'] }),
      line('FTS5 p50', { command: 'FTS5, no stop words', part: 'p50', color: ['#57606a', '#8d96a0'], dashed: true }),
      line('kernel scan p50', { command: 'kernel scan', part: 'p50', color: ['#bc4c00', '#ffa657'], dashed: true }),
    ],
  })
}
