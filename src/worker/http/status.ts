/** The worker's state: what it stores, what is waiting, its latest trouble. */
import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { localDay } from '../../memory/local-day.ts'
import { factsOf } from '../../memory/model-provider.ts'
import { spentTokens } from '../../store/budget.ts'
import type { Database } from '../../store/database.ts'
import { readEconomics } from '../../store/economics.ts'
import { findGoneFromIndex } from '../../store/index-queue.ts'
import { readOverview } from '../../store/overview.ts'
import { countBatches } from '../../store/synthesis-queue.ts'
import { VERSION } from '../../version.ts'
import type { DataFolder } from '../process/data-folder.ts'
import { readOwedSince } from '../process/owed-erasure.ts'
import { listSpool } from '../process/spool-folder.ts'
import { PROTOCOL, type Status } from '../protocol.ts'

/** Events outside the answers themselves. */
export interface News {
  lastError: Status['lastError']
  /** Told to the person once, at the next session start. */
  untold: string[]
  notices: string[]
  closing: boolean
}

export function statusOf(by: {
  db: Database
  config: Config
  folder: DataFolder
  port: number
  startedAt: number
  news: News
}): Status {
  const { db, config, folder, port, startedAt, news } = by
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
      model: config.PROVIDER === 'local' ? '' : config.MODEL || factsOf(config.PROVIDER).model,
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
    erasing: erasingOf(by),
    lastError: news.lastError,
    notices: news.notices,
  }
}

/** Vectors of deleted memories wait in the index's queue; with the index switched off, its file is deleted instead. */
function erasingOf({ db, config, folder }: { db: Database; config: Config; folder: DataFolder }): Status['erasing'] {
  const since = readOwedSince(folder)
  const vectors = config.EMBEDDINGS === 'off' ? 0 : findGoneFromIndex(db, MAX_GONE).length
  return since === undefined && vectors === 0 ? null : { since: since ?? null, words: since !== undefined, vectors }
}

/** No reader needs a higher count. */
const MAX_GONE = 10_000
