/** The worker's messages, in the terms of the command line. */
import { MemoryError } from '../../memory/error.ts'
import { inDoorWords } from '../door-words.ts'

const NAMES = {
  query: 'WORDS',
  text: 'the text',
  title: '--title',
  type: '--type',
  project: '--project',
  limit: '--limit',
  offset: '--page',
  depth_before: '--before',
  depth_after: '--after',
  maxResults: '--limit',
  path: 'PATH',
  'dateRange[start]': '--since',
  'dateRange[end]': '--until',
}

export function inFlags(error: unknown, command: string): unknown {
  if (!(error instanceof MemoryError)) return error
  const help = `Run \`claude-mem ${command} --help\`.`
  return inDoorWords(error, {
    names: NAMES,
    hints: {
      request: help,
      prompt: help,
      date: 'Use 2026-11-04, 2026-11-04T09:30:00Z, epoch milliseconds, or words like "last week".',
      project: '`claude-mem projects` lists them.',
      memory: 'Find ids with: claude-mem search WORDS',
      session:
        '`claude-mem timeline WORDS` prints the numbers of sessions, like S12; `claude-mem show S12` prints its id.',
      change: 'List them with: claude-mem undo --list',
      note: 'A PATH is what `claude-mem notes search WORDS` prints, such as memory/MEMORY.md.',
    },
  })
}
