/**
 * Codex CLI: its rollout files, behind the interface every host implements. It has no hooks of ours; its sessions are
 * imported.
 */
import type { Host } from '../host.ts'
import { fieldKind } from './field-kind.ts'
import { readRollout } from './rollout.ts'
import { findRollouts, isRollout } from './rollout-files.ts'
import { commandText, isOwnCall, looksAround, readToolCall, runsCommands } from './tool-call.ts'

export const codex: Host = {
  name: 'codex',
  label: 'Codex CLI',
  tools: { read: readToolCall, isOurs: isOwnCall, runsCommands, command: commandText, looksAround, fieldKind },
  transcripts: {
    isOne: isRollout,
    find: findRollouts,
    // A subagent's file names its parent, and is found like every other file.
    beside: () => Promise.resolve([]),
    read: readRollout,
  },
}
