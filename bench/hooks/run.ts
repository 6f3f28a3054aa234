/**
 * What a hook costs, compared with two baselines measured in the same minute: starting Node (`node -e 0`) and starting
 * a shell. `node bench/hooks/run.ts [--check]`: with --check a missed figure is exit code 1. Writes
 * bench/results/hooks.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LIMITS } from '../../test/support/hook.ts'
import { HOOK_SCRIPT, makePlace, removePlace } from '../../test/support/place.ts'
import { settle, startWorker, stopWorker } from '../../test/support/worker.ts'
import { atMost, CHECK, conclude } from '../outcome.ts'
import { type Command, type Figure, measure } from './measure.ts'
import { fillSpool, type Place, residentMb, seedFolder, settledMb, writePayloads } from './stage.ts'

const ROUNDS = 41
const COLD_ROUNDS = 31
const ANSWERS = ['SessionStart', 'UserPromptSubmit']
const CONTEXT = '"additionalContext"'

const { values: asked } = parseArgs({ options: CHECK })
const base = makePlace()
const places: Place[] = [base]
try {
  conclude('hooks', { ...compare(await run()), whole: true, check: asked.check })
} finally {
  for (const place of places) await stopWorker(place)
  removePlace(base)
}

async function run(): Promise<Measured> {
  console.log('Filling two memories, with 1,000 and 100,000 observations …')
  const few = seedFolder(base, 'few', 1000)
  const many = seedFolder(base, 'many', 100_000)
  const flood = seedFolder(base, 'flood', 1000)
  const capture = seedFolder(base, 'capture', 1000)
  const cold = seedFolder(base, 'cold', 1000)
  places.push(few, many, flood, capture, cold)
  const files = writePayloads(base)
  const hook = (event: string, limit = LIMITS[event]) => `sh ${HOOK_SCRIPT} ${event}${limit ? ` ${limit}` : ''}`
  // As many commands as the worker ever lists, none of them this one.
  const listed = join(base.root, 'listed')
  mkdirSync(listed)
  writeFileSync(join(listed, 'failing'), Array.from({ length: 50 }, (_, at) => `npm run task-${at} --all\n`).join(''))
  const yardsticks: Command[] = [
    { name: 'node -e 0', data: base.data.root, how: 'warm', input: '/dev/null', command: `${process.execPath} -e 0` },
    { name: 'sh -c true', data: base.data.root, how: 'warm', input: '/dev/null', command: 'sh -c true' },
  ]
  const answering = (place: Place, label: string): Command[] =>
    ANSWERS.map((event) => ({
      name: `${event}, ${label}`,
      data: place.data.root,
      how: 'warm',
      input: files[event] ?? '',
      command: hook(event),
      ...(event === 'SessionStart' ? { says: CONTEXT } : {}),
    }))

  /** Searched by words; bench:search measures it with meaning and on varied text. */
  const question = (place: Place, label: string): Command => ({
    name: `UserPromptSubmit with recall, ${label}`,
    data: place.data.root,
    how: 'warm',
    input: files.question ?? '',
    command: hook('UserPromptSubmit'),
  })

  for (const place of [few, many, capture]) {
    await startWorker(place, { CLAUDE_MEM_WORKER_PORT: undefined })
    await settle(place)
  }
  console.log('Waiting until the worker is at rest …')
  const fewPid = (await startedPid(few)) ?? 0
  const idleMb = await settledMb(fewPid)

  console.log('Warm hooks …')
  const captures: [name: string, event: string, file: string][] = [
    ['PostToolUse, small', 'PostToolUse', 'small'],
    ['PostToolUse, 20 KB', 'PostToolUse', '20kb'],
    ['PostToolUse, 1 MB', 'PostToolUse', '1mb'],
    ['Stop', 'Stop', 'Stop'],
    ['SessionEnd', 'SessionEnd', 'SessionEnd'],
  ]
  const warm = await measure(base, {
    label: 'warm',
    rounds: ROUNDS,
    commands: [
      ...yardsticks,
      ...captures.map(
        ([name, event, file]): Command => ({
          name,
          data: capture.data.root,
          how: 'warm',
          input: files[file] ?? '',
          command: hook(event),
        }),
      ),
      // Only a Bash result that looks like a failure is asked about; these do not, and must cost what every capture
      // costs.
      ...['small', '20kb'].map(
        (file): Command => ({
          name: `PostToolUse of Bash, ${file}`,
          data: capture.data.root,
          how: 'warm',
          input: files[file] ?? '',
          command: `${hook('PostToolUse', '0.2')} failed`,
        }),
      ),
      {
        name: 'PreToolUse of Bash, not wanted',
        data: capture.data.root,
        how: 'warm',
        input: files.small ?? '',
        command: `${hook('PreToolUse', '0.2')} failing`,
      },
      {
        name: 'PreToolUse of Bash, not known',
        data: listed,
        how: 'warm',
        input: files.small ?? '',
        command: `${hook('PreToolUse', '0.2')} failing`,
      },
      ...answering(few, '1k'),
      ...answering(many, '100k'),
    ],
  })

  console.log('Prompts that are searched for …')
  const recalls = await measure(base, {
    label: 'recall',
    rounds: ROUNDS,
    commands: [...yardsticks.slice(0, 1), question(few, '1k'), question(many, '100k')],
  })

  console.log('Cold session starts …')
  const coldStart: Command = {
    name: 'SessionStart, cold',
    data: cold.data.root,
    how: 'cold',
    input: files.SessionStart ?? '',
    command: hook('SessionStart'),
    says: CONTEXT,
  }
  const colds = await measure(base, {
    label: 'cold',
    rounds: COLD_ROUNDS,
    commands: [...yardsticks.slice(0, 1), coldStart],
  })

  console.log('Answers while 10,000 events are being taken in …')
  const last = fillSpool(flood, 10_000)
  const startedAt = Date.now()
  await startWorker(flood, { CLAUDE_MEM_WORKER_PORT: undefined })
  const flooded = await measure(base, {
    label: 'flood',
    rounds: 400,
    commands: [...yardsticks.slice(0, 1), ...answering(flood, 'taking in 10,000')],
    whileFile: last,
  })
  const intakeSeconds = (Date.now() - startedAt) / 1000

  const manyMb = residentMb((await startedPid(many)) ?? 0)
  return { warm, recalls, colds, flooded, intakeSeconds, idleMb, manyMb }
}

async function startedPid(place: Place): Promise<number | undefined> {
  return (await import('../../src/worker/process/data-folder.ts')).readPort(place.data)?.pid
}

interface Measured {
  warm: Record<string, Figure>
  recalls: Record<string, Figure>
  colds: Record<string, Figure>
  flooded: Record<string, Figure>
  intakeSeconds: number
  idleMb: number
  manyMb: number
}

function compare({ warm, recalls, colds, flooded, intakeSeconds, idleMb, manyMb }: Measured) {
  const wall = (figures: Record<string, Figure>, name: string) => figures[name]?.wallMs ?? Number.NaN
  const node = wall(warm, 'node -e 0')
  const rows = [...Object.entries(warm).map(([name, figure]) => ({ name, ...figure, ofNode: figure.wallMs / node }))]
  for (const [kind, figures] of Object.entries({ recall: recalls, cold: colds, flood: flooded })) {
    const yardstick = wall(figures, 'node -e 0')
    for (const [name, figure] of Object.entries(figures)) {
      rows.push({
        ...figure,
        name: name === 'node -e 0' ? `node -e 0 (${kind} run)` : name,
        ofNode: figure.wallMs / yardstick,
      })
    }
  }
  const of = (name: string) => rows.find((row) => row.name === name)?.ofNode ?? Number.NaN
  const growth = (event: string) => wall(warm, `${event}, 100k`) / wall(warm, `${event}, 1k`)
  const wrong = rows.reduce((sum, row) => sum + row.wrong, 0)
  const required = [
    atMost('capture, small payload, of node -e 0', of('PostToolUse, small'), 0.12),
    atMost('capture of Bash, small payload, of node -e 0', of('PostToolUse of Bash, small'), 0.12),
    atMost('Bash that is not known to fail, of node -e 0', of('PreToolUse of Bash, not known'), 0.12),
    atMost('SessionStart warm, of node -e 0', of('SessionStart, 1k'), 0.5),
    atMost('UserPromptSubmit warm, of node -e 0', of('UserPromptSubmit, 1k'), 0.6),
    ...['1k', '100k'].map((size) =>
      atMost(`UserPromptSubmit with recall, ${size}, of node -e 0`, of(`UserPromptSubmit with recall, ${size}`), 3),
    ),
    atMost('SessionStart cold, of node -e 0', of('SessionStart, cold'), 12),
    ...ANSWERS.map((event) => atMost(`${event}, 100k against 1k`, growth(event), 1.5)),
    atMost('worker at rest, MB resident (1k)', idleMb, 95),
    atMost('answers that were not what they must be', wrong, 0),
  ]
  print(rows, { intakeSeconds, manyMb })
  const intake = { files: 10_000, seconds: intakeSeconds }
  return { report: { figures: rows, intake, memory: { idleMb, after100kMb: manyMb } }, required }
}

type Row = Figure & { name: string; ofNode: number }

function print(rows: Row[], by: { intakeSeconds: number; manyMb: number }): void {
  console.log(
    `\n${'hook'.padEnd(40)} ${'runs'.padStart(5)} ${'median'.padStart(9)} ${'p90'.padStart(9)} ${'CPU'.padStart(8)} ${'of node'.padStart(8)}`,
  )
  for (const row of rows) {
    const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(9)
    console.log(
      `${row.name.padEnd(40)} ${String(row.runs).padStart(5)} ${ms(row.wallMs)} ${ms(row.p90Ms)} ${ms(row.cpuMs)} ${row.ofNode.toFixed(2).padStart(8)}`,
    )
  }
  console.log(
    `\n10,000 spool files taken in within ${by.intakeSeconds.toFixed(1)} s; worker with 100k observations after the run: ${by.manyMb.toFixed(0)} MB`,
  )
}
