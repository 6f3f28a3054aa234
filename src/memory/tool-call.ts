/**
 * What a tool did, in our types, whatever host ran it. `capture/` converts a host's own tool names and fields once,
 * into this closed list; everything else (store, synthesis, context) knows only these. Paths are as the host wrote
 * them; callers make them relative to a project root where needed.
 */

/** `silent`: succeeded without output, like a build. */
export type ToolResult = 'ok' | 'failed' | 'silent'

interface CallBase {
  result: ToolResult
  /** Every file the call names as read, changed, written or searched. */
  files: string[]
  /** Why it failed, in the tool's own words. For commands it is in their `output`. */
  error?: string
}

export interface ReadCall extends CallBase {
  act: 'read'
  file: string
  content: string
  /** 1 if the host does not say. */
  startLine: number
}

/** `lines` are marked ' ', '-' or '+'. `oldStart` is 0 if the host did not say. */
export interface Hunk {
  oldStart: number
  lines: string[]
}

/** A file written, changed in place, or a notebook's cell. Failed edits have no hunks. */
export interface EditCall extends CallBase {
  act: 'edit'
  file: string
  created: boolean
  hunks: Hunk[]
}

export interface CommandCall extends CallBase {
  act: 'command'
  command: string
  /** Where it was typed, as the host wrote it; absent if the host did not say. */
  folder?: string
  /** Its output without colours; for a failed one the error. */
  output: string
  /** Sent to the background: a separate call or notification reports what it did later. */
  background: boolean
}

/** Searching for files or text, on disk or on the web. */
export interface SearchCall extends CallBase {
  act: 'search'
  query: string
  output: string
  /** A web search: the results are other people's words. */
  web?: boolean
}

export type TaskState = 'open' | 'doing' | 'done' | 'dropped'

export interface Task {
  /** The host's number for it; the text itself if the list has no numbers. */
  id: string
  /** Empty if only the state changed. */
  text: string
  state: TaskState
}

/** `whole`: the complete current list, replacing the previous one; else changes to single tasks. */
export interface TaskListCall extends CallBase {
  act: 'tasks'
  tasks: Task[]
  whole: boolean
}

/** What the agent asked and what the user chose or typed. */
export interface QuestionCall extends CallBase {
  act: 'question'
  asked: { question: string; answer: string }[]
}

/** A plan presented to the user. `failed`: it was not accepted. */
export interface PlanCall extends CallBase {
  act: 'plan'
  plan: string
}

export interface SubagentCall extends CallBase {
  act: 'subagent'
  /** Its task in a few words. */
  task: string
  report: string
}

/** Anything else: other servers' tools, web pages, future tools. Input and output as text. */
export interface OtherCall extends CallBase {
  act: 'other'
  input: string
  output: string
}

export type ToolCall =
  | ReadCall
  | EditCall
  | CommandCall
  | SearchCall
  | TaskListCall
  | QuestionCall
  | PlanCall
  | SubagentCall
  | OtherCall
