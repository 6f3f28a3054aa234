/** Claude Code: its hooks, transcripts and tools, behind the interface every host implements. */
import type { HookedHost } from '../host.ts'
import { fieldKind } from './field-kind.ts'
import { followUpOf } from './follow-up.ts'
import { renderAnswer } from './hook-answer.ts'
import { parseHostEvent } from './hook-payload.ts'
import { notesFolder } from './notes-folder.ts'
import { isOwnCall } from './own-tool.ts'
import { mayUseMemoryTools } from './permissions.ts'
import { plannedRead } from './planned-read.ts'
import { tokensOfRead } from './read-cost.ts'
import { commandText, looksAround, readToolCall, runsCommands } from './tool-call.ts'
import { readTranscript } from './transcript.ts'
import { findTranscripts, isTranscript, subagentTranscripts } from './transcript-files.ts'

export const claudeCode: HookedHost = {
  name: 'claude-code',
  label: 'Claude Code',
  tools: { read: readToolCall, isOurs: isOwnCall, runsCommands, command: commandText, looksAround, fieldKind },
  transcripts: {
    isOne: isTranscript,
    find: findTranscripts,
    beside: subagentTranscripts,
    read: readTranscript,
    notesFolder,
  },
  hooks: { parse: parseHostEvent, plannedRead, mayUseMemoryTools, tokensOfRead, followUp: followUpOf, renderAnswer },
}
