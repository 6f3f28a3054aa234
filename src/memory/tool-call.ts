/**
 * What a tool did, in our words, whatever host ran it. A host's own tool names and fields are read once, in `capture/`,
 * into this closed list; everything behind it (store, synthesis, context) knows only these shapes.
 * Paths stand as the host wrote them; whoever needs them relative to a project's root says so.
 */

/** `silent`: it went well and had nothing to say, as a build without output. */
export type ToolResult = 'ok' | 'failed' | 'silent'

interface CallBase {
  result: ToolResult
  /** Every file the call names as read, changed, written or searched. */
  files: string[]
  /** Why it failed, in the tool's own words. Commands say it in their `output`. */
  error?: string
}

export interface ReadCall extends CallBase {
  act: 'read'
  file: string
  content: string
  /** 1 where the host does not say. */
  startLine: number
}

/** `lines` are marked ' ', '-' or '+'. `oldStart` is 0 where the host did not say. */
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
  /** Where it was typed, as the host wrote it; absent where the host did not say. */
  folder?: string
  /** What it printed, without colours; for a failed one the error. */
  output: string
  /** It was sent to the background: what it did later is told by a call or notification of its own. */
  background: boolean
}

/** Looking for files or for text in them, on the disk or on the web. */
export interface SearchCall extends CallBase {
  act: 'search'
  query: string
  output: string
  /** Asked of the web: what came back are other people's words. */
  web?: boolean
}

export type TaskState = 'open' | 'doing' | 'done' | 'dropped'

export interface Task {
  /** The host's number for it; the text itself where lists have none. */
  id: string
  /** Empty where only the state changed. */
  text: string
  state: TaskState
}

/** `whole`: the list as it is now, replacing what was there; else changes to single tasks. */
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

/** A plan put before the user. `failed`: it was not accepted. */
export interface PlanCall extends CallBase {
  act: 'plan'
  plan: string
}

export interface SubagentCall extends CallBase {
  act: 'subagent'
  /** A few words for what it was sent to do. */
  task: string
  report: string
}

/** Anything else: tools of other servers, web pages, whatever comes next. Both sides as text. */
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
