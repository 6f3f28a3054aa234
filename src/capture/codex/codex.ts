/** Codex CLI: its rollout files, behind the interface every host has. It has no hooks of ours; its sessions are imported. */
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
    // A subagent's file says whose it is, and is found like every other.
    beside: () => Promise.resolve([]),
    read: readRollout,
  },
}
