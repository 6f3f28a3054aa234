/**
 * What a host must offer to be remembered. Everything it calls by names of its own (tools, fields, line types, files) stays
 * in the adapter's folder; `hosts.ts` lists them, and one contract suite runs over all.
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
  /** What a call did. Takes a clean event. */
  read(event: HostToolEvent): ToolCall
  /** One of our own tools, or our skill: memory of memory is the recall loop. */
  isOurs(event: HostToolEvent): boolean
  runsCommands(tool: string): boolean
  /** What such a tool is about to run, or ran; empty for every other tool. */
  command(event: Pick<HostToolEvent, 'tool' | 'input'>): string
  /** Whether a call of this tool can only look around. */
  looksAround(tool: string): boolean
  fieldKind(field: HostField): FieldKind
}

/** A place in what a tool was given or gave back. `path` holds the names of its fields, '' for an item of a list. */
export interface HostField {
  tool: string
  part: 'input' | 'output'
  failed: boolean
  path: string[]
}

/** What stands there decides how much of it is kept; `unused` is dropped before anything else is done with it. */
export type FieldKind = 'prose' | 'command output' | 'file' | 'other' | 'unused'

export interface HostTranscripts {
  /** Whether these first bytes of a file are of this host. */
  isOne(head: string): boolean
  /** Every session's file in the host's folder or in a part of it, oldest first. */
  find(folder: string): Promise<FoundTranscript[]>
  /** Files that belong to a session's own: those of its subagents. */
  beside(path: string): Promise<string[]>
  /**
   * New events from byte `from` on. A file that shrank is another file: it is read from its beginning. `finished`: nobody
   * writes to it any more, so a last line without its line break is whole, if it can be read.
   */
  read(path: string, from: number, by?: { finished?: boolean }): TranscriptReading
  /** Where the host keeps notes of its own about the project of this session. Read, never written. */
  notesFolder?(path: string): string
}

export interface HostHooks {
  /** `at` is when the hook wrote the file, in milliseconds. */
  parse(file: SpoolFile, at: number): HostEvent
  /** undefined when no file is about to be read. */
  plannedRead(planned: PlannedToolUse): PlannedRead | undefined
  /** Whether the agent may call our memory tools without asking anybody. */
  mayUseMemoryTools(planned: PlannedToolUse, configDir: string): boolean
  /** What the host's reading tool puts into the context for a file of this text. */
  tokensOfRead(text: string): number
  /** What the agent did after the read gate spoke; undefined for everything that has nothing to do with it. */
  followUp(event: CapturedEvent): FollowUp | undefined
  /** As the host wants to be answered. */
  renderAnswer(answer: HookReply): object
}

export interface PlannedRead {
  file: string
  /** False when the agent asked for some lines or pages only. */
  whole: boolean
}

export interface FollowUp {
  /** `read`: with the host's own tool; `looked`: at its outline or a symbol; `fetched`: memories; `command`: maybe printed by one. */
  how: 'read' | 'looked' | 'fetched' | 'command'
  /** As the host names it; undefined when memories were fetched, of whatever file, and of a command, which says it in its words. */
  file: string | undefined
  whole: boolean
  tokens: number
  /** What was run. */
  command?: string
}

/** What a hook is told. */
export interface HookReply {
  to: 'session start' | 'prompt' | 'planned call' | 'call' | 'failed call'
  /** For the agent, beside what it does. */
  context?: string
  /** For the agent: the planned call does not run, and why. */
  refusal?: string
  /** For the person; the model does not see it. */
  notice?: string
}
