/**
 * The worker: the one process that owns a data folder. Started with the folder as its only argument, by a hook or by
 * the command line. It ends by itself when no session is live, and the next hook starts it again.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { loadConfig } from '../config.ts'
import { MemoryError } from '../memory/error.ts'
import { spentTokens } from '../store/budget.ts'
import { openForReading } from '../store/database.ts'
import { readEconomics } from '../store/economics.ts'
import { takeLock } from '../store/lock.ts'
import { readOverview } from '../store/overview.ts'
import { storePaths } from '../store/recovery.ts'
import { countLiveSessions } from '../store/sessions.ts'
import { countBatches } from '../store/synthesis-queue.ts'
import { DEFAULT_MODELS } from '../synthesis/providers/default-models.ts'
import { localDay } from '../synthesis/spending.ts'
import { VERSION } from '../version.ts'
import { makeCodeTools } from './code.ts'
import {
  clearStartMarks,
  dataFolder,
  makeFolders,
  readOrMakeToken,
  readPort,
  setMark,
  writePort,
} from './data-folder.ts'
import { makeFreshness } from './freshness.ts'
import { answerHook } from './hook-answers.ts'
import { makeListener } from './http.ts'
import { startWorkerProcess } from './launch.ts'
import { openLog } from './log.ts'
import { makeSearchByMeaning } from './meaning.ts'
import { PROTOCOL, type Status } from './protocol.ts'
import { makeServer } from './server.ts'
import { privateProjects } from './session-context.ts'
import { listSpool } from './spool.ts'
import { startWriter } from './writer.ts'

const config = loadConfig({ dataDir: process.argv[2] })
const folder = dataFolder(config.dataDir)
makeFolders(folder)
const log = openLog(folder.logs)
const startedAt = Date.now()
/** Of the 400 ms a prompt's hook waits: a cold model is not waited for, and the answer says that only words were searched. */
const PROMPT_MEANING_MS = 200

const lock = takeLock(folder.lock)
if (!lock) {
  clearStartMarks(folder) // another worker has the folder: that is what the caller wanted, and no failed start
  process.exit(0)
}

const token = readOrMakeToken(folder)
const nonce = randomBytes(16).toString('hex')
let lastActivityAt = startedAt
/** Told to the person once, at the next session start. */
const untold: string[] = []
const notices: string[] = []
let lastError: Status['lastError'] = null
let closing = false

const writer = await startWriter(
  { config, token },
  {
    onTrouble: (message) => {
      lastError = { at: Date.now(), message }
    },
    onNotice: (text) => {
      untold.push(text)
      notices.push(text)
    },
    onExit: () => {
      if (closing) return
      log.error('the writing thread ended', new Error('the writing thread ended'))
      rmSync(folder.port, { force: true })
      process.exit(1)
    },
  },
).catch((error: unknown) => {
  log.error('the worker could not start', error)
  process.exit(1)
})

const db = openForReading(storePaths(config.dataDir).database)
untold.unshift(...(writer.recovered ? [writer.recovered] : []), ...config.problems)
notices.unshift(...untold)

const server = makeServer()
const port = await listen(server, config.WORKER_PORT)
const address = `http://127.0.0.1:${port}`

const byMeaning = makeSearchByMeaning({ db, writer, config, log })
const code = makeCodeTools({ closed: [realpathSync(folder.root)], onTrouble: (message) => log.warn(message) })
const freshness = makeFreshness({ db, writer, log })
const answers = {
  db,
  writer,
  folder,
  config,
  address,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  log,
  meaning: byMeaning.within(PROMPT_MEANING_MS),
  warmMeaning: byMeaning.warm,
  notices: () => untold.splice(0),
  freshness,
  gated: new Set<string>(),
}
const listener = makeListener({
  db,
  writer,
  token,
  nonce,
  requireToken: config.REQUIRE_TOKEN,
  log,
  port: () => port,
  health: () => ({ ok: true, protocol: PROTOCOL, version: VERSION, pid: process.pid }),
  status,
  answerHook: (name) => answerHook(answers, name),
  onActivity: () => {
    lastActivityAt = Date.now()
  },
  stop: () => void close('asked to stop'),
  meaning: byMeaning.meaning,
  code,
  freshness,
  crossProject: config.CROSS_PROJECT,
  privateProjects: () => privateProjects(db, config),
  indexStatus: byMeaning.status,
  rebuildIndex: byMeaning.rebuild,
})
server.on('request', listener)
writePort(folder, { port, pid: process.pid, nonce })
clearStartMarks(folder)
setMark(folder.denyOnce, config.FAILURE_HINTS === 'deny-once')
log.info('worker started', { version: VERSION, port, pid: process.pid, ms: Date.now() - startedAt })

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void close(signal))
const idleTimer = setInterval(endWhenIdle, 60_000)

function endWhenIdle(): void {
  const now = Date.now()
  const idleMs = config.IDLE_EXIT_MINUTES * 60_000
  if (now - lastActivityAt > idleMs && countLiveSessions(db, now) === 0) void close('idle')
}

function status(): Status {
  const { oldestWaitingAt, waitingSessions, ...stored } = readOverview(db)
  const spooled = listSpool(folder)
  const batches = countBatches(db)
  const oldest = Math.min(spooled[0]?.mtimeMs ?? Number.POSITIVE_INFINITY, oldestWaitingAt ?? Number.POSITIVE_INFINITY)
  const waits = Number.isFinite(oldest)
  return {
    version: VERSION,
    protocol: PROTOCOL,
    pid: process.pid,
    port,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    paused: existsSync(folder.paused),
    provider: config.PROVIDER,
    synthesis: {
      provider: config.PROVIDER,
      model: config.PROVIDER === 'local' ? '' : config.MODEL || DEFAULT_MODELS[config.PROVIDER],
      spentToday: spentTokens(db, localDay(Date.now())),
      budget: config.DAILY_TOKEN_BUDGET,
      waiting: batches.waiting,
      skipped: batches.skipped,
      lastError: batches.lastError ?? null,
    },
    queue: {
      spool: spooled.length,
      waitingSessions,
      oldestUnprocessedAt: waits ? Math.round(oldest) : null,
      oldestUnprocessedAgeMs: waits ? Math.max(0, Math.round(Date.now() - oldest)) : null,
    },
    stored,
    economics: readEconomics(db),
    lastError,
    notices,
  }
}

/** Stop listening, take what is left, let go of the folder, and look once more: a hook may have just missed us. */
async function close(why: string): Promise<void> {
  if (closing) return
  closing = true
  clearInterval(idleTimer)
  if (readPort(folder)?.nonce === nonce) rmSync(folder.port, { force: true })
  server.close()
  server.closeIdleConnections()
  await code.close()
  await byMeaning.close()
  db.close() // before the writer: the last connection to close tidies up
  await writer.call('close', {}).catch((error: unknown) => log.error('closing failed', error))
  lock?.release()
  log.info('worker ended', { why })
  if (why === 'idle' && listSpool(folder).length > 0) startWorkerProcess(folder)
  process.exit(0)
}

/** The wished port, or any free one when somebody else has it. */
function listen(http: Server, wished: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || wished === 0) return reject(error)
      resolve(listen(http, 0))
    })
    http.listen(wished, '127.0.0.1', () => {
      const bound = http.address()
      if (bound === null || typeof bound === 'string') reject(new MemoryError('internal', 'No port could be had.'))
      else resolve(bound.port)
    })
  })
}
