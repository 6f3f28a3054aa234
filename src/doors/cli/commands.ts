/** The table of commands. Each is loaded only when it is called, so that a short one starts fast. */
import type { Command } from './command.ts'

export interface CommandEntry {
  summary: string
  load: () => Promise<{ default: Command }>
}

export const COMMANDS: Record<string, CommandEntry> = {
  install: { summary: 'set claude-mem up for Claude Code', load: () => import('./install.ts') },
  uninstall: {
    summary: 'take it out again; memories stay unless told otherwise',
    load: () => import('./uninstall.ts'),
  },
  start: { summary: 'start the worker', load: () => import('./start.ts') },
  stop: { summary: 'stop the worker', load: () => import('./stop.ts') },
  status: { summary: 'what is stored, what still waits, what went wrong', load: () => import('./status.ts') },
  logs: { summary: 'the worker’s last log lines', load: () => import('./logs.ts') },
  pause: { summary: 'stop remembering until `resume`', load: () => import('./pause.ts') },
  resume: { summary: 'remember again', load: () => import('./resume.ts') },
  remember: { summary: 'store a memory, or a note, in your own words', load: () => import('./remember.ts') },
  forget: {
    summary: 'delete memories, a prompt, a session or what holds some words, for good',
    load: () => import('./forget.ts'),
  },
  search: { summary: 'find memories by words and meaning', load: () => import('./search.ts') },
  timeline: { summary: 'what came before and after a memory or a moment', load: () => import('./timeline.ts') },
  show: { summary: 'memories in full, by id', load: () => import('./show.ts') },
  notes: {
    summary: 'Markdown notes of the workspace: `notes search`, `get`, `add`, `status`, `doctor`, `init`',
    load: () => import('./notes.ts'),
  },
  dream: {
    summary: 'what becomes lasting in MEMORY.md: `dream status`, `dry-run`, `run`, `undo`, `review`',
    load: () => import('./dream.ts'),
  },
  outline: { summary: 'what is in a source file, bodies folded', load: () => import('./outline.ts') },
  unfold: { summary: 'one symbol of a source file, with line numbers', load: () => import('./unfold.ts') },
  symbols: { summary: 'find symbols of the project’s code by name', load: () => import('./symbols.ts') },
  why: { summary: 'what a session was told from memory, and why', load: () => import('./why.ts') },
  stats: { summary: 'figures about everything that is kept', load: () => import('./stats.ts') },
  index: { summary: 'the index of meaning: `index status`, `index rebuild`', load: () => import('./index-command.ts') },
  provider: { summary: 'who words the memories, what it costs, whether it works', load: () => import('./provider.ts') },
  synth: { summary: 'derive a session’s memories again: `synth replay`', load: () => import('./synth.ts') },
  import: { summary: 'read old sessions: `import transcripts [path]`', load: () => import('./import.ts') },
  demo: { summary: 'see it work on a recorded session, in a throw-away folder', load: () => import('./demo.ts') },
}

/** The hook commands for hosts without a POSIX shell. They read the host's JSON from stdin and always succeed. */
export const HOOK_COMMANDS: Record<string, { event: string; limitMs: number }> = {
  context: { event: 'SessionStart', limitMs: 2000 },
  new: { event: 'UserPromptSubmit', limitMs: 400 },
  read: { event: 'PreToolUse', limitMs: 200 },
  save: { event: 'PostToolUse', limitMs: 0 },
  summary: { event: 'Stop', limitMs: 0 },
}
