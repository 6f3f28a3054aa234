/**
 * Runs the worker once it owns its folder and the writing thread is up: starts the server and everything behind it,
 * checks whether any session is still live, and shuts down when none is.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { privateProjects } from '../context/context-parts.ts'
import { sessionContext } from '../context/session-context.ts'
import { MemoryError } from '../memory/error.ts'
import { makeFreshness } from '../retrieval/freshness-asker.ts'
import { openForReading } from '../store/database.ts'
import type { Lock } from '../store/lock.ts'
import { storePaths } from '../store/recovery.ts'
import { countLiveSessions, findLastEventTime } from '../store/sessions.ts'
import { VERSION } from '../version.ts'
import { applyAtOnce, contextSettings } from './http/context-settings.ts'
import { makeForesight } from './http/foresight.ts'
import { answerHook } from './http/hook-answers.ts'
import { makeListener } from './http/listener.ts'
import { makeLiveFeed } from './http/live-feed.ts'
import { makeServer } from './http/node-server.ts'
import { type News, statusOf } from './http/status.ts'
import { clearStartMarks, type DataFolder, readPort, writePort } from './process/data-folder.ts'
import { startWorkerProcess } from './process/launch.ts'
import type { Log } from './process/log.ts'
import { makeSearchByMeaning } from './process/meaning.ts'
import { makeCodeTools } from './process/outline-client.ts'
import type { CodeCalls } from './process/outline-protocol.ts'
import { countSetAside, listSpool } from './process/spool-folder.ts'
import { unrecorded } from './process/unrecorded.ts'
import { followOwnWords } from './process/watch-own-words.ts'
import { PROTOCOL } from './protocol.ts'
import type { Writer } from './writer/writer-client.ts'

export interface Started {
  config: Config
  folder: DataFolder
  log: Log
  lock: Lock
  token: string
  writer: Writer
  news: News
  startedAt: number
}

/**
 * Of the 400 ms that a prompt's hook waits. A cold model is not waited for; the answer then says that only words were
 * searched.
 */
const PROMPT_MEANING_MS = 200
/**
 * While hooks cannot find the worker, they start another one every half minute, only for it to find the folder taken.
 */
const PORT_LOOK_MS = 10_000

/** Resolves when the worker answers requests. The process ends by itself, or when it is told to. */
export async function serve({ config, folder, log, lock, token, writer, news, startedAt }: Started): Promise<void> {
  const nonce = randomBytes(16).toString('hex')
  let lastActivityAt = startedAt
  const db = openForReading(storePaths(config.dataDir).database)
  const first = [...(writer.recovered ? [writer.recovered] : []), ...config.problems]
  news.untold.unshift(...first)
  news.notices.unshift(...first)

  const leaveWords = followOwnWords(folder.ownWords, (problem) => log.warn('words.txt', { problem }))
  const server = makeServer()
  const port = await listen(server, config.WORKER_PORT)

  const byMeaning = makeSearchByMeaning({ db, writer, config, log })
  const code = makeCodeTools({ closed: [realpathSync(folder.root)], onTrouble: (message) => log.warn(message) })
  const freshness = makeFreshness({
    db,
    checkBranches: (questions) => writer.call('checkBranches', { questions }),
    onTrouble: (message) => log.warn(message),
  })
  const context = {
    db,
    settings: contextSettings(config),
    address: `http://127.0.0.1:${port}`,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    freshness,
  }
  const beginnings = makeForesight((session) => sessionContext(context, session))
  writer.onTaken = beginnings.onTaken
  const feed = makeLiveFeed()
  writer.onChanged = feed.tell
  const answers = {
    ...context,
    config,
    writer,
    folder,
    log,
    meaning: byMeaning.within(PROMPT_MEANING_MS),
    warmMeaning: byMeaning.warm,
    notices: () => news.untold.splice(0),
    beginnings,
    outline: (ask: CodeCalls['outline']['ask']) => code.ask('outline', ask),
    gating: new Map(),
    gated: new Set<string>(),
  }

  /** The inbox gathers from the moment it is switched on, whether somebody looks or not. */
  const beginReview = () => {
    if (!config.REVIEW) return
    void writer.call('review', {}).catch((error: unknown) => log.error('the inbox could not be begun', error))
  }
  beginReview()

  /**
   * Stop listening, take the last spool files, release the folder, then check once more: a hook may have just missed
   * us.
   */
  const close = async (why: string): Promise<void> => {
    if (news.closing) return
    news.closing = true
    clearInterval(idleTimer)
    clearInterval(portTimer)
    leaveWords()
    if (readPort(folder)?.nonce === nonce) rmSync(folder.port, { force: true })
    feed.close()
    server.close()
    server.closeIdleConnections()
    await code.close()
    await byMeaning.close()
    db.close() // before the writer: the last connection to close cleans up the WAL
    await writer.call('close', {}).catch((error: unknown) => log.error('closing failed', error))
    lock.release()
    log.info('worker ended', { why })
    if (why === 'restart' || (why === 'idle' && listSpool(folder).length > 0)) startWorkerProcess(folder)
    process.exit(0)
  }

  server.on(
    'request',
    makeListener({
      config,
      db,
      writer,
      token,
      nonce,
      requireToken: config.REQUIRE_TOKEN,
      log,
      port: () => port,
      health: () => ({ ok: true, protocol: PROTOCOL, version: VERSION, pid: process.pid }),
      status: () => statusOf({ db, config, folder, port, startedAt, news }),
      answerHook: (name) => answerHook(answers, name),
      onActivity: () => {
        lastActivityAt = Date.now()
      },
      stop: () => void close('asked to stop'),
      restart: () => void close('restart'),
      applySettings: (next) => {
        applyAtOnce(next, { config, settings: context.settings })
        beginReview()
      },
      previewSession: (tried, cwd) =>
        sessionContext(
          { ...context, settings: contextSettings(tried) },
          { sessionId: 'preview', cwd, projectDir: cwd },
        ),
      meaning: byMeaning.meaning,
      code,
      freshness,
      feed,
      get crossProject() {
        return config.CROSS_PROJECT // may change while it runs
      },
      privateProjects: () => privateProjects(context),
      indexStatus: byMeaning.status,
      rebuildIndex: byMeaning.rebuild,
      removeGone: byMeaning.removeGone,
    }),
  )
  writePort(folder, { port, pid: process.pid, nonce })
  clearStartMarks(folder)
  log.info('worker started', { version: VERSION, port, pid: process.pid, ms: Date.now() - startedAt })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void close(signal))
  // Hooks find the worker that holds the lock only by this file. The writing thread checks much more often whether the
  // lock is still ours.
  const portTimer = setInterval(() => {
    if (news.closing || readPort(folder)?.nonce === nonce || !existsSync(folder.root)) return
    log.warn('the port file was gone or not ours and has been written again')
    writePort(folder, { port, pid: process.pid, nonce })
  }, PORT_LOOK_MS)
  let toldUnrecorded = false
  const idleTimer = setInterval(() => {
    const now = Date.now()
    const trouble = unrecorded({
      waitingSince: listSpool(folder)[0]?.mtimeMs,
      refused: countSetAside(folder),
      lastEventAt: findLastEventTime(db),
      now,
    })
    if (trouble !== undefined && !toldUnrecorded) news.untold.push(trouble)
    toldUnrecorded = trouble !== undefined
    const idleMs = config.IDLE_EXIT_MINUTES * 60_000
    if (now - lastActivityAt > idleMs && countLiveSessions(db, now) === 0) void close('idle')
  }, 60_000)
}

/** The requested port, or any free one if it is taken. */
function listen(http: Server, wished: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || wished === 0) return reject(error)
      resolve(listen(http, 0))
    })
    http.listen(wished, '127.0.0.1', () => {
      const bound = http.address()
      if (bound === null || typeof bound === 'string') reject(new MemoryError('internal', 'No port was available.'))
      else resolve(bound.port)
    })
  })
}
