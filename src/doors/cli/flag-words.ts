/** What the worker says, in the words of the command line. */
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
}

export function inFlags(error: unknown, command: string): unknown {
  if (!(error instanceof MemoryError)) return error
  return inDoorWords(error, {
    names: NAMES,
    dates: {
      since: '--since',
      until: '--until',
      hint: 'Use 2026-11-04, 2026-11-04T09:30:00Z, epoch milliseconds, or words like "last week".',
    },
    help: `Run \`claude-mem ${command} --help\`.`,
    projects: '`claude-mem stats` lists the projects; without --project all of them are searched.',
    ids: 'Find ids with: claude-mem search WORDS',
    notes: 'A PATH is what `claude-mem notes search WORDS` prints, such as memory/MEMORY.md.',
    sessions:
      '`claude-mem timeline WORDS` prints the numbers of sessions, like S12; `claude-mem show S12` prints its id.',
  })
}
