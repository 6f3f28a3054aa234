/** A host session as we know it, and the project its work belongs to. */
export type SessionStatus = 'active' | 'completed' | 'failed' | 'interrupted'

export interface Project {
  /**
   * From the origin URL (`github.com/acme/api`), else the root path. Two repositories with the same name never share
   * it.
   */
  id: string
  name: string
  root: string
}

export interface Session {
  id: string
  project: string
  cwd: string
  transcriptPath: string | undefined
  startedAt: number
  lastEventAt: number
  endedAt: number | undefined
  status: SessionStatus
}

/** No event for this long and no SessionEnd: the session was interrupted. */
export const INTERRUPTED_AFTER_MS = 24 * 60 * 60 * 1000
