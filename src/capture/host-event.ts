/** What a host sends through its hooks, in our types: an event, a question about a planned call, or nothing for us. */
import type { Json } from '../memory/event.ts'
import type { CapturedEvent } from './captured-event.ts'

export interface SessionFacts {
  sessionId: string
  cwd: string
  projectDir: string | undefined
  transcriptPath: string | undefined
  entrypoint: string
}

export type HostEvent =
  | { kind: 'event'; session: SessionFacts; event: CapturedEvent }
  | { kind: 'question'; planned: PlannedToolUse }
  | { kind: 'ignored'; reason: string; session?: SessionFacts }
  | { kind: 'bad'; reason: string }

/** What a hook asks before a tool runs. Not an event: nothing has happened yet. */
export interface PlannedToolUse {
  session: SessionFacts
  tool: string
  input: Json
  toolUseId: string | undefined
  agentId: string | undefined
  /** `default`, `acceptEdits`, `bypassPermissions`, …; absent if the host does not say. */
  permissionMode: string | undefined
}
