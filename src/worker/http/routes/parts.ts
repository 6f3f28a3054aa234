/** What the routes depend on. The worker passes it in, so that tests can pass in their own. */
import type { Config } from '../../../config.ts'
import type { SessionStartText } from '../../../context/session-start.ts'
import type { CrossProject } from '../../../retrieval/filters.ts'
import type { FreshnessAsker } from '../../../retrieval/freshness-asker.ts'
import type { Meaning } from '../../../retrieval/search-parts.ts'
import type { Database } from '../../../store/database.ts'
import type { Log } from '../../process/log.ts'
import type { CodeTools } from '../../process/outline-client.ts'
import type { IndexStatus, RebuildStarted } from '../../protocol/overview.ts'
import type { Health, Status } from '../../protocol.ts'
import type { Writer } from '../../writer/writer-client.ts'
import type { HookAnswer } from '../hook-answers.ts'
import type { LiveFeed } from '../live-feed.ts'

export interface HttpParts {
  /** What the worker runs with. Absent: no settings, and other note backends (QMD) cannot be used. */
  config?: Config | undefined
  db: Database
  writer: Writer
  token: string
  nonce: string
  requireToken: boolean
  log: Log
  port: () => number
  health: () => Health
  status: () => Status
  answerHook: (name: string) => Promise<HookAnswer | undefined>
  onActivity: () => void
  stop: () => void
  restart: () => void
  /** Default `true`. With `false`, a search that says which project it comes from sees only that project. */
  crossProject?: CrossProject | undefined
  /** Ids of projects that are shown only from inside them, or when asked for by name. */
  privateProjects?: (() => string[]) | undefined
  /** Takes over what counts at once. */
  applySettings?: ((next: Config) => void) | undefined
  /** What a session in this folder would be told with these settings. */
  previewSession?: ((config: Config, folder: string) => SessionStartText | undefined) | undefined
  /** Absent: search uses words only, and every answer says so. */
  meaning?: Meaning | undefined
  /** Absent: no answers about source files. */
  code?: CodeTools | undefined
  /** Absent: no answers about what changed since. */
  freshness?: FreshnessAsker | undefined
  /** Absent: changes are not reported as they happen. */
  feed?: LiveFeed | undefined
  indexStatus?: (() => Promise<IndexStatus>) | undefined
  /** Removes the vectors of deleted rows from the index. Absent: there is no index. */
  removeGone?: ((withinMs: number) => Promise<boolean>) | undefined
  rebuildIndex?: (() => Promise<RebuildStarted>) | undefined
}
