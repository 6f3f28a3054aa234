/** The verdict: each promise with what was found, a table of what happened, and one last line to count by. */
import type { Place } from '../support/place.ts'
import { readLog } from '../support/worker.ts'
import type { Played } from './play.ts'
import { countTools, type Plan } from './sessions.ts'
import { compareObservations, findLost, findPromptDifferences, openCopy, placesOf, wantedKeys } from './verify.ts'

export interface Verdict {
  checks: { promise: string; wrong: string[] }[]
  bySpool: number
  byTranscript: number
  wanted: number
  lost: number
  doubled: number
  sessions: number
}

export function check(place: Place, plan: Plan, played: Played): Verdict {
  const stored = openCopy(place)
  try {
    const wanted = wantedKeys(plan.sessions)
    const lost = findLost(stored, wanted)
    const { missing, doubled } = compareObservations(stored)
    const keys = new Set(
      stored
        .all<{ key: string }>('SELECT event_key AS key FROM observation_queue UNION SELECT event_key FROM user_prompts')
        .map((row) => row.key),
    )
    const origins = new Map(
      stored
        .all<{ origin: string; n: number }>(
          "SELECT json_extract(event, '$.origin') AS origin, count(*) AS n FROM observation_queue WHERE kind = 'tool' GROUP BY 1",
        )
        .map((row) => [row.origin, row.n]),
    )
    const sent = plan.sessions.reduce((sum, { calls }) => sum + countTools(calls), 0)
    const expect = (ok: boolean, otherwise: string) => (ok ? [] : [otherwise])
    const recoveries = readLog(place).filter((line) => line.what.includes('was damaged'))
    return {
      checks: [
        { promise: 'at least 2,000 tool events were sent', wrong: expect(sent >= 2000, `only ${sent}`) },
        {
          promise: 'at least 20 kills, hooks and workers',
          wrong: expect(
            played.hookKills + played.workerKills >= 20 && played.hookKills > 0 && played.workerKills > 0,
            'too few',
          ),
        },
        { promise: 'every hook that was not killed exits 0 and says nothing on stderr', wrong: played.badHooks },
        { promise: 'no event is lost', wrong: lost },
        { promise: 'no observation is missing', wrong: missing },
        { promise: 'no observation is doubled or left over', wrong: doubled },
        { promise: 'every prompt stands once', wrong: findPromptDifferences(stored, plan.sessions) },
        {
          promise: 'the damage was noticed and repaired',
          wrong: expect(recoveries.length === 1, `${recoveries.length} recoveries in the log`),
        },
        {
          promise: 'what was remembered is there',
          wrong: expect(placesOf(place, stored, played.remembered).includes('search'), 'it cannot be found'),
        },
        { promise: 'what was forgotten is nowhere', wrong: placesOf(place, stored, played.forgotten) },
        {
          promise: 'events behind a forgotten observation stay away',
          wrong: [
            ...expect(played.forgottenEvents.length > 0, 'no observation was forgotten'),
            ...played.forgottenEvents.filter((key) => keys.has(key)),
          ],
        },
        {
          promise: 'the database is sound',
          wrong: expect(
            Object.values(stored.db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0] === 'ok',
            'it is not',
          ),
        },
      ],
      bySpool: origins.get('hook') ?? 0,
      byTranscript: origins.get('transcript') ?? 0,
      wanted: wanted.length,
      lost: lost.length,
      doubled: doubled.length,
      sessions: plan.sessions.length,
    }
  } finally {
    stored.db.close()
  }
}

/** Prints it; returns how many promises were broken. */
export function report(verdict: Verdict, by: Played & { seconds: number }): number {
  const rows: [string, string | number][] = [
    ['sessions', verdict.sessions],
    ['hooks run', by.hooks],
    ['tool events sent', by.tools],
    ['… worth keeping', verdict.wanted],
    ['stored by spool', verdict.bySpool],
    ['stored by transcript', verdict.byTranscript],
    ['workers killed', by.workerKills],
    ['hooks killed', by.hookKills],
    ['hooks while the disk was full', by.hooksSentToFullDisk],
    ['databases damaged', by.damaged ? 1 : 0],
    ['lost', verdict.lost],
    ['doubled', verdict.doubled],
    ['seconds', by.seconds.toFixed(0)],
  ]
  console.log()
  for (const [name, value] of rows) console.log(`  ${name.padEnd(32)} ${String(value).padStart(8)}`)
  console.log()
  let failed = 0
  for (const { promise, wrong } of verdict.checks) {
    if (wrong.length > 0) failed += 1
    console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${promise}`)
    for (const one of wrong.slice(0, 5)) console.log(`       ${one}`)
    if (wrong.length > 5) console.log(`       … and ${wrong.length - 5} more`)
  }
  console.log(`\n${verdict.checks.length - failed} passed, ${failed} failed`)
  return failed
}
