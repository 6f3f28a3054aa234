/**
 * Warnings before commands, over real sessions in time order: `npm run bench:failures [-- --check] [--show]`. What
 * memory would have said before each command, and what then happened; --show prints every alarm and hint (they quote
 * the sessions).
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/config.ts'
import { renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { hasSessions } from '../sessions/data.ts'
import { byRepository, byTurn, type RecordedSession, recordedSessions, recordedTrajectories } from './record.ts'
import { type Replayed, replay } from './replay.ts'
import { countReverts } from './reverts.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, show: { type: 'boolean', default: false } } })

/** With fewer alarms, precision means little: if half of them are right, 4 of 5 come out right one time in five. */
const ENOUGH_ALARMS = 10

if (hasSessions()) {
  // Folders in the record do not exist here, and none may be mistaken for ours.
  process.chdir('/')
  const sessions = await recordedSessions()
  const runs = recordedTrajectories()
  const arrangements: [string, RecordedSession[]][] = [
    ['sessions, a memory for each person', sessions],
    ['sessions, a memory for each repository', byRepository(sessions)],
    ['sessions, context lost after every turn', byTurn(sessions)],
    ['trajectories', runs],
    ['trajectories, context lost after every turn', byTurn(runs)],
  ]
  const measured = arrangements.map(([name, record]) => ({
    name,
    denyOnce: replay(record, 'deny-once'),
    inform: replay(record, 'inform'),
  }))
  const figures = measured.map(({ name, denyOnce, inform }) => ({
    name,
    ...figuresOf(denyOnce),
    informed: inform.hints.length,
  }))
  const reverts = { sessions: countReverts(sessions), trajectories: countReverts(runs) }
  if (asked.show) for (const one of measured) show(one)
  print(figures)
  console.log(`\nedits that repeat a change taken back: ${JSON.stringify(reverts)}`)
  decide(figures, reverts)
}

function figuresOf({ calls, failed, repeats, alike, stopped, alarms, listed }: Replayed) {
  const right = alarms.filter((alarm) => alarm.failed).length
  return {
    calls,
    failed,
    repeats,
    alike,
    stopped,
    alarms: alarms.length,
    perThousand: round((alarms.length / calls) * 1000, 2),
    right,
    listed,
  }
}

type Figures = ReturnType<typeof figuresOf> & { name: string; informed: number }

function print(figures: Figures[]): void {
  const head = [
    '',
    'calls',
    'failed',
    'repeats',
    'same error',
    'stopped',
    'alarms',
    'per 1,000',
    'right',
    'told after (inform)',
  ]
  const rows = figures.map((one) => [
    one.name,
    ...[
      one.calls,
      one.failed,
      one.repeats,
      one.alike,
      one.stopped,
      one.alarms,
      one.perThousand,
      one.right,
      one.informed,
    ].map(String),
  ])
  console.log(renderTable(head, rows))
}

/** `deny-once` may be the default only if the record shows that its alarms are few and right. */
function decide(figures: Figures[], reverts: object): void {
  const recorded = figures.filter(({ name }) => name === 'trajectories' || name.includes('each person'))
  const sum = (part: 'calls' | 'alarms' | 'right') => recorded.reduce((all, one) => all + one[part], 0)
  const perThousand = (sum('alarms') / sum('calls')) * 1000
  const right = sum('right') / Math.max(1, sum('alarms'))
  const { FAILURE_HINTS: chosen } = loadConfig({ dataDir: '/nonexistent' }, { HOME: '/nonexistent' })
  console.log(`\nas it was: ${sum('alarms')} alarms, ${sum('right')} right; the default is ${chosen}`)
  conclude('failures', {
    report: { arrangements: figures, reverts, default: chosen },
    whole: true,
    check: asked.check,
    required: [
      atMost('alarms in 1,000 calls', perThousand, 10),
      ...(chosen === 'deny-once'
        ? [atLeast('alarms', sum('alarms'), ENOUGH_ALARMS), atLeast('alarms followed by a failure', right, 0.8)]
        : []),
    ],
  })
}

function show({ name, denyOnce, inform }: { name: string; denyOnce: Replayed; inform: Replayed }): void {
  console.log(`\n${name}`)
  for (const { failed, command, text } of denyOnce.alarms)
    console.log(`${failed ? 'right' : 'WRONG'}  ${command}\n       ${text}`)
  for (const text of inform.hints) console.log(`after  ${text}`)
}
