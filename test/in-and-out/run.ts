/**
 * A large memory leaves as a file, comes back and leaves again: the two files must be equal byte for byte, also when the
 * worker is killed in the middle of the import. Prints times and the most memory each process took. `--rows N`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openForWriting } from '../../src/store/database.ts'
import { keepEvent } from '../../src/store/keep-event.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putObservation } from '../../src/store/observations.ts'
import { putTurns } from '../../src/store/passages.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { draft, PROJECT, promptEvent, summaryDraft, T0 } from '../../src/store/store.fixture.ts'
import { putSummary } from '../../src/store/summaries.ts'
import { runCli } from '../support/cli.ts'
import { makePlace, type Place, removePlace } from '../support/place.ts'
import { killIfThere, query, startWorker, stopWorker, workerPids } from '../support/worker.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const ROWS = Number(values.rows)
const WORDS =
  'total invoice discount cursor importer receipt rounding ledger queue cache price proxy login cookie worker index'.split(
    ' ',
  )

const text = (seed: number, words: number) =>
  Array.from({ length: words }, (_, at) => WORDS[(seed * 7 + at * 13 + ((seed * at) % 11)) % WORDS.length]).join(' ')

/** Ten memories, with what was said and typed, in each session. */
function fill(place: Place): void {
  const db = openForWriting(join(place.data.root, 'db.sqlite'))
  migrate(db)
  putProject(db, PROJECT, T0)
  for (let from = 0; from < ROWS; from += 1000) {
    db.transaction(() => {
      for (let n = from; n < Math.min(from + 1000, ROWS); n += 10) fillSession(n)
    })
  }
  db.run(
    `UPDATE sdk_sessions SET status = 'completed', completed_at_epoch = last_event_epoch, extract_from_epoch = NULL`,
  )
  db.close()

  function fillSession(n: number): void {
    const sessionId = `session-${n}`
    const at = T0 + n * 1000
    const session = putSession(db, {
      sessionId,
      project: PROJECT.id,
      cwd: '/',
      transcriptPath: undefined,
      entrypoint: 'cli',
      at,
    })
    for (let k = n; k < n + 10; k += 1) {
      const more = {
        title: `Memory ${k}: ${text(k, 6)}`,
        narrative: text(k, 120),
        facts: [text(k + 1, 12)],
        at: at + k,
        turn: `turn-${k}`,
      }
      putObservation(db, {
        draft: draft(`s:${k}`, { ...more, eventKeys: [`p:${k}`] }),
        session,
        project: PROJECT.id,
        source: 'local',
      })
    }
    keepEvent(db, { session, project: PROJECT.id, event: promptEvent(`${n}`, text(n, 20), { sessionId, at }) })
    putSummary(db, { session, project: PROJECT.id, draft: { ...summaryDraft(text(n, 9)), at } })
    const said = { eventKey: `m:${n}`, part: 0, kind: 'agent' as const, text: text(n, 200), at }
    putTurns(db, {
      session,
      project: PROJECT.id,
      turns: [{ key: `turn-${n}`, files: [], at, passages: [said] }],
      read: new Set(),
    })
  }
}

/** The most memory of the worker, looked at ten times a second. */
function watch(place: Place): () => number {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of workerPids(place.data)) {
      const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readStatus(pid)) ?? []
      most = Math.max(most, Number(kilobytes ?? 0) / 1024)
    }
  }, 100)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // it ended meanwhile
  }
}

async function timed(name: string, place: Place, args: string[]): Promise<void> {
  const most = watch(place)
  const began = performance.now()
  const { code, stdout, stderr } = await runCli(place, args)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${name}: ${seconds} s, worker at most ${most()} MB; ${(stdout || stderr).split('\n')[0]}`)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

const places = [makePlace(), makePlace()] as const
const [one, other] = places
const [first, second] = [join(one.root, 'a.jsonl'), join(one.root, 'b.jsonl')]
try {
  fill(one)
  console.log(`${ROWS} memories, database ${Math.round(statSync(join(one.data.root, 'db.sqlite')).size / 1e6)} MB`)
  await timed('start', one, ['status'])
  await timed('export', one, ['export', first])
  console.log(`file ${Math.round(statSync(first).size / 1e6)} MB`)

  await startWorker(other)
  const killed = runCli(other, ['import', first])
  const kill = setInterval(() => {
    const [row] = query<{ n: number }>(other, 'SELECT count(*) AS n FROM observations')
    if ((row?.n ?? 0) < ROWS / 3) return
    clearInterval(kill)
    for (const pid of workerPids(other.data)) killIfThere(pid)
    console.log(`killed with ${row?.n} memories in`)
  }, 100)
  console.log(`the command said: ${(await killed).stderr.trim()}`)
  await timed('import, the rest', other, ['import', first])
  await timed('export again', other, ['export', second])
  await timed('import again', other, ['import', first])
  const [a, b] = [await hashOf(first), await hashOf(second)]
  console.log(a === b ? 'equal, byte for byte' : 'NOT EQUAL')
  if (a !== b) {
    process.exitCode = 1
    await new Promise((resolve) => spawn('cmp', [first, second], { stdio: 'inherit' }).on('close', resolve))
  }
} finally {
  for (const place of places) {
    await stopWorker(place)
    removePlace(place)
  }
}
