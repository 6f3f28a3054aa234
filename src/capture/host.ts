/**
 * What a host must provide to be remembered. Its own names (tools, fields, line types, files) stay in the adapter's
 * folder; `hosts.ts` lists the adapters, and one contract suite runs over all.
 */
import type { ToolCall } from '../memory/tool-call.ts'
import type { CapturedEvent, HostName, HostToolEvent } from './captured-event.ts'
import type { HostEvent, PlannedToolUse } from './host-event.ts'
import type { SpoolFile } from './spool-file.ts'
import type { FoundTranscript, TranscriptReading } from './transcript.ts'

export interface Host {
  readonly name: HostName
  /** As people call it. */
  readonly label: string
  readonly tools: HostTools
  readonly transcripts: HostTranscripts
}

/** A host that calls us while it works. */
export interface HookedHost extends Host {
  readonly hooks: HostHooks
}

export interface HostTools {
  /** What a call did. Takes a cleaned event. */
  read(event: HostToolEvent): ToolCall
  /** One of our own tools, or our skill: memory of memory would be a recall loop. */
  isOurs(event: HostToolEvent): boolean
  runsCommands(tool: string): boolean
  /** The command this tool runs or ran; empty for every other tool. */
  command(event: Pick<HostToolEvent, 'tool' | 'input'>): string
  /** Can a call of this tool only look around? */
  looksAround(tool: string): boolean
  fieldKind(field: HostField): FieldKind
}

/** A field in a tool's input or output. `path` contains the field names, '' for a list item. */
export interface HostField {
  tool: string
  part: 'input' | 'output'
  failed: boolean
  path: string[]
}

/** The kind of content decides how much is stored; `unused` is dropped first. */
export type FieldKind = 'prose' | 'command output' | 'file' | 'other' | 'unused'

export interface HostTranscripts {
  /** Do these first bytes of a file belong to this host? */
  isOne(head: string): boolean
  /** Every session's file in the host's folder or part of it, oldest first. */
  find(folder: string): Promise<FoundTranscript[]>
  /** Files that belong to a session's file: those of its subagents. */
  beside(path: string): Promise<string[]>
  /**
   * New events from byte `from` on. A file that shrank is a different file and is read from its beginning. `finished`:
   * nobody writes to it any more, so a last line without a line break is complete, if it can be parsed.
   */
  read(path: string, from: number, by?: { finished?: boolean }): TranscriptReading
  /** Where the host keeps its own notes about this session's project. Read, never written. */
  notesFolder?(path: string): string
}

export interface HostHooks {
  /** `at` is when the hook wrote the file, in milliseconds. */
  parse(file: SpoolFile, at: number): HostEvent
  /** undefined when no file is about to be read. */
  plannedRead(planned: PlannedToolUse): PlannedRead | undefined
  /** May the agent call our memory tools without asking the user? */
  mayUseMemoryTools(planned: PlannedToolUse, configDir: string): boolean
  /** What the host's read tool adds to the context for a file with this text. */
  tokensOfRead(text: string): number
  /** What the agent did after a message of the read gate; undefined for anything unrelated. */
  followUp(event: CapturedEvent): FollowUp | undefined
  /** In the host's answer format. */
  renderAnswer(answer: HookReply): object
}

export interface PlannedRead {
  file: string
  /** False when the agent asked for only some lines or pages. */
  whole: boolean
}

export interface FollowUp {
  /**
   * `read`: with the host's own tool; `looked`: at its outline or a symbol; `fetched`: memories; `command`: perhaps
   * printed by one.
   */
  how: 'read' | 'looked' | 'fetched' | 'command'
  /** As the host names it; undefined for fetched memories, and for a command, whose text names it. */
  file: string | undefined
  whole: boolean
  tokens: number
  /** What was run. */
  command?: string
}

/** What a hook is told. */
export interface HookReply {
  to: 'session start' | 'prompt' | 'planned call' | 'call' | 'failed call'
  /** For the agent, added to what it does. */
  context?: string
  /** For the agent: why the planned call does not run. */
  refusal?: string
  /** For the person; the model does not see it. */
  notice?: string
}
