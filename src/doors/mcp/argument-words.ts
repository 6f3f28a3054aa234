/** The worker's messages in the tools' terms: a model knows arguments, not flags or routes. */
import { MemoryError } from '../../memory/error.ts'
import { inDoorWords } from '../door-words.ts'

const NAMES = {
  depth_before: 'before',
  depth_after: 'after',
  files: 'file',
  name: 'symbol',
  'dateRange[start]': 'since',
  'dateRange[end]': 'until',
}

const HELP = 'See the tool’s input schema.'

/** For the model: what is wrong, and what to do next. */
export function renderError(error: unknown): string {
  if (!(error instanceof MemoryError)) return 'Something went wrong in the memory; go on without it.'
  const { message, hint } = inDoorWords(error, {
    names: NAMES,
    hints: {
      request: HELP,
      prompt: HELP,
      date: 'Use an ISO date (2026-11-04) or time, or words like "last week".',
      project: 'Leave project away to look in all of them; results of other projects say which.',
      memory: 'Ids come from search and timeline.',
      session: 'Numbers of sessions, like S12, come from timeline.',
      note: 'Only the Markdown files that memory_search finds are read, by the paths it gives, such as memory/MEMORY.md.',
    },
  })
  return hint === undefined ? message : `${message} ${hint}`
}
