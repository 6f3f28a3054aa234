/**
 * Whether secrets stay out of memory and harmless text stays in: `npm run bench:redaction [-- --check --seed 1]`. Every secret
 * is made anew, travels as a whole event of the host through the same cleaning as a real one, and is looked for in what
 * would be stored. Half of a secret counts as the whole.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { redactSecrets } from '../../src/memory/redaction.ts'
import { renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { CHANNELS, type Channel, keptText, withSecret } from './channels.ts'
import { makeHarmless, makeHeldOutHarmless } from './harmless.ts'
import { KINDS } from './kinds.ts'
import { MISSED_AT_FIRST_LOOK, type Notation, readNotations } from './notation-file.ts'
import { IN_JSON, IN_URLS, NOTATIONS } from './notations.ts'
import { fill, PASSWORDS, type Random, seeded } from './values.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, seed: { type: 'string' }, show: { type: 'string' } } })
const seed = Number(asked.seed ?? Math.floor(Math.random() * 2 ** 31))
/** Each notation is tried this often with each kind of password, each kind of secret this often in each channel. */
const ROUNDS = 3

interface Tally {
  tried: number
  missed: number
  common: number
  examples: string[]
}
const tallies = new Map<string, Tally>()
/** Rules may be mended with the lines of these. */
const LISTED = {
  'documented notations': 'documented.txt',
  'notations of manuals': 'manuals.txt',
  'fresh notations': 'fresh.txt',
}
const HELD_OUT = {
  'held-out notations': 'held-out.txt',
  'held-out notations of manuals': 'manuals-held-out.txt',
  'held-out fresh notations': 'fresh-held-out.txt',
  'held-out notations of everyday tools': 'tools-held-out.txt',
  'held-out places': 'places-held-out.txt',
  'last held-out notations': 'last-held-out.txt',
}

const random = seeded(seed)
console.log(`seed ${seed}: --seed ${seed} repeats this run\n`)
tryKinds(random)
tryNotations(random)
for (const [name, file] of Object.entries({ ...LISTED, ...HELD_OUT })) tryListed(random, name, readNotations(file))
const harmless = tryHarmless(makeHarmless(random))
const harmlessHeldOut = tryHarmless(makeHeldOutHarmless(random))
const speed = measureSpeed()

const all = [...tallies.values()]
const heldOut = Object.keys(HELD_OUT).flatMap((name) => tallies.get(name) ?? [])
const lines = (files: object) => Object.values(files).reduce((all, file) => all + readNotations(file).length, 0)
const share = (rows: Tally[]) => sum(rows, 'missed') / Math.max(1, sum(rows, 'tried'))
const kindRows = all.slice(0, CHANNELS.length)
const report = {
  seed,
  kinds: KINDS.length,
  notations: Object.values(NOTATIONS).flat().length + IN_URLS.length + IN_JSON.length + lines(LISTED),
  heldOut: lines(HELD_OUT),
  harmless: harmless.tried,
  missed: Object.fromEntries([...tallies].map(([name, one]) => [name, round(share([one]), 4)])),
  missedAtFirstLook: MISSED_AT_FIRST_LOOK,
  megabytesPerSecond: speed,
}
const rows = [...tallies].map(([name, one]) => [
  name,
  one.tried,
  one.missed,
  `${round(100 * share([one]), 2)} %`,
  one.common,
])
rows.push([
  ...['held-out harmless, redacted', harmlessHeldOut.tried, harmlessHeldOut.missed],
  ...[`${round(100 * share([harmlessHeldOut]), 2)} %`, 0],
])
rows.push(['harmless, redacted', harmless.tried, harmless.missed, `${round(100 * share([harmless]), 2)} %`, 0])
console.log(
  renderTable(
    ['', 'tried', 'missed', 'share', 'common ones'],
    rows.map((cells) => cells.map(String)),
  ),
)
console.log(
  `\n${report.kinds} kinds, ${report.notations} notations and ${report.heldOut} held out; ${speed} MB/s over this repository's own text`,
)
if (asked.show !== undefined) {
  // Who sees what was missed of the held-out ones would mend it.
  for (const [name, one] of [...tallies, ['harmless', harmless] as const])
    if (one.examples.length > 0 && !heldOut.includes(one))
      console.log(`\n${name}\n  ${one.examples.slice(0, Number(asked.show)).join('\n  ')}`)
}
conclude('redaction', {
  report,
  whole: true,
  check: asked.check,
  required: [
    atLeast('kinds of secrets', report.kinds, 150),
    atLeast('notations', report.notations, 180),
    atLeast('harmless strings', harmless.tried, 1500),
    atMost('kinds missed, share', round(share(kindRows), 4), 0.03),
    atMost(
      'notations missed, share',
      round(share(all.slice(CHANNELS.length).filter((one) => !heldOut.includes(one))), 4),
      0.03,
    ),
    ...Object.keys(HELD_OUT).map((name) => {
      const one = tallies.get(name)
      return atMost(`${name} missed, share`, one === undefined ? 1 : round(share([one]), 4), 0.03)
    }),
    atMost('common ones missed', sum(all, 'common'), 0),
    atMost('harmless redacted, share', round(share([harmless]), 4), 0.01),
    atMost('held-out harmless redacted, share', round(share([harmlessHeldOut]), 4), 0.01),
  ],
})

function tryKinds(by: Random): void {
  for (const channel of CHANNELS) {
    for (const kind of KINDS) {
      for (let i = 0; i < ROUNDS; i++) {
        const value = fill(by, kind.format)
        const text = withSecret(channel, kind, value)
        count(`kinds in ${channel}`, { text, kept: keptText(channel, text), value, common: kind.common })
      }
    }
  }
}

function tryNotations(by: Random): void {
  const lists: [Channel, string[], string][] = [
    ...Object.entries(NOTATIONS).map(([channel, list]): [Channel, string[], string] => [
      channel as Channel,
      list,
      channel,
    ]), // as: its keys
    ['command', IN_URLS, 'URLs'],
    ['json', IN_JSON, 'json'],
  ]
  for (const [channel, list, name] of lists) {
    for (const notation of list) {
      for (const [look, make] of Object.entries(PASSWORDS)) {
        if (name === 'URLs' && look === 'symbols') continue
        for (let i = 0; i < ROUNDS; i++) {
          const value = make(by)
          const text = written(notation.replace(/^!/, ''), value)
          count(`notations in ${name}`, {
            text,
            kept: keptText(channel, text),
            value,
            common: notation.startsWith('!'),
          })
        }
      }
    }
  }
}

/** `%` stands for the secret, `%25` for the sign itself. */
function written(notation: string, value: string): string {
  return notation
    .replaceAll('%25', '\u0000')
    .replaceAll('%', () => value)
    .replaceAll('\u0000', '%')
}

function tryListed(by: Random, name: string, list: Notation[]): void {
  for (const { channel, text: notation } of list) {
    for (const [look, make] of Object.entries(PASSWORDS)) {
      if (channel === 'url' && look === 'symbols') continue
      for (let i = 0; i < ROUNDS; i++) {
        const value = make(by)
        const text = written(notation, value)
        count(name, { text, kept: keptText(channel === 'url' ? 'command' : channel, text), value, common: false })
      }
    }
  }
}

function count(name: string, by: { text: string; kept: string; value: string; common: boolean }): void {
  const tally = tallies.get(name) ?? { tried: 0, missed: 0, common: 0, examples: [] }
  tallies.set(name, tally)
  tally.tried += 1
  if (!isKept(by.kept, by.value)) return
  tally.missed += 1
  if (by.common) tally.common += 1
  tally.examples.push(`${JSON.stringify(by.text).slice(0, 200)}${by.common ? '  (common)' : ''}`)
}

/** Of a long value the random end is looked for, because a mark in front (`https://hooks…`) may stay. */
function isKept(kept: string, value: string): boolean {
  const half = Math.max(6, Math.ceil(value.length / 2))
  const ending = /(?:^|:\/\/[^:]*:)([^@]{8,})@[a-z0-9.-]+(?::\d+)?(?:\/\w*)?$/.exec(value)?.[1] ?? value
  return kept.includes(ending.slice(-Math.min(half, ending.length))) && !/[&;=]$/.test(ending)
}

function tryHarmless(texts: string[]): Tally {
  const tally: Tally = { tried: texts.length, missed: 0, common: 0, examples: [] }
  for (const text of texts) {
    const out = redactSecrets(text)
    if (out === text) continue
    tally.missed += 1
    tally.examples.push(`${JSON.stringify(text).slice(0, 160)} -> ${JSON.stringify(out).slice(0, 160)}`)
  }
  return tally
}

/** Sources, documents and the lock file of this repository, in pieces as long as a tool's output. */
function measureSpeed(): number {
  const root = join(import.meta.dirname, '..', '..')
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const paths = [...files.map((name) => join('src', name)), 'package-lock.json', 'ARCHITECTURE.md', 'CHANGELOG.md']
  const text = paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const pieces = text.match(/[\s\S]{1,16000}/g) ?? []
  const times = Array.from({ length: 8 }, () => {
    // The processor's time, which other programs of the machine do not count in.
    const before = process.cpuUsage()
    for (const piece of pieces) redactSecrets(piece)
    return process.cpuUsage(before).user / 1000
  })
  return round(text.length / 1e3 / Math.min(...times), 1)
}

function sum(of: Tally[], field: 'tried' | 'missed' | 'common'): number {
  return of.reduce((total, one) => total + one[field], 0)
}
