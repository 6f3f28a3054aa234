/** What the routes stand on. The worker hands it in, so that tests can hand in their own. */
import type { Config } from '../../../config.ts'
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

export interface HttpParts {
  /** Absent: backends of their own for notes cannot be asked. */
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
  /** Default `true`. With `false` a search that says where it stands sees that project alone. */
  crossProject?: CrossProject | undefined
  /** Ids of the projects that are shown in themselves alone, or when asked for by name. */
  privateProjects?: (() => string[]) | undefined
  /** Absent: words alone answer, and every answer says so. */
  meaning?: Meaning | undefined
  /** Absent: nothing is said about source files. */
  code?: CodeTools | undefined
  /** Absent: nothing is said of what changed since. */
  freshness?: FreshnessAsker | undefined
  indexStatus?: (() => Promise<IndexStatus>) | undefined
  /** Takes the vectors of what is gone out of the index. Absent: there are none. */
  removeGone?: ((withinMs: number) => Promise<boolean>) | undefined
  rebuildIndex?: (() => Promise<RebuildStarted>) | undefined
}
