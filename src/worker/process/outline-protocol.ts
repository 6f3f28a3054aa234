/** The messages between the worker and its parsing thread. One request at a time, so messages need no id. */
import type { ErrorFacts } from '../../memory/error.ts'
import type { OutlineReply, SymbolsReply, UnfoldReply } from '../protocol/code.ts'

/** Of an outline and of a symbol; what exceeds it is folded. */
export const OUTLINE_TOKENS = 2000

interface InProject {
  root: string
  from?: string | undefined
}

export interface CodeCalls {
  outline: { ask: InProject & { path: string }; reply: OutlineReply }
  unfold: { ask: InProject & { path: string; symbol: string }; reply: UnfoldReply }
  symbols: { ask: InProject & { query: string; limit: number }; reply: SymbolsReply }
}

export type CodeCallName = keyof CodeCalls
export type CodeAsk = { [Name in CodeCallName]: { name: Name } & CodeCalls[Name]['ask'] }[CodeCallName]

export interface OutlineStart {
  /** Real paths of folders that are never read. */
  closed: string[]
}

export interface ToOutline {
  ask: CodeAsk
  /** For requests that can stop early and still give an answer. */
  withinMs: number
}

export type FromOutline =
  | { kind: 'ready' }
  | { kind: 'reply'; reply: CodeCalls[CodeCallName]['reply'] }
  | { kind: 'refused'; error: ErrorFacts }
