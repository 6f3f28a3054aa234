/** What a host says through its hooks, in our words: an event, a question about a call that has not run yet, or nothing for us. */
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

/** What a hook asks about before a tool runs. Not an event: nothing has happened yet. */
export interface PlannedToolUse {
  session: SessionFacts
  tool: string
  input: Json
  toolUseId: string | undefined
  agentId: string | undefined
  /** `default`, `acceptEdits`, `bypassPermissions`, …; absent where the host does not say. */
  permissionMode: string | undefined
}
