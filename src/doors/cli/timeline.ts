import { resolve } from 'node:path'
import { askWorker } from '../../worker/client.ts'
import type { TimelineReply } from '../../worker/protocol/search.ts'
import { projectNames } from '../project-names.ts'
import { timelineRemarks } from '../query-remarks.ts'
import { defineCommand, type Terminal } from './command.ts'
import { renderLine } from './memory-text.ts'
import { renderNothing } from './nothing-found.ts'
import { text, wholeNumber, words } from './takes.ts'

/** The number of a memory or a session, a session's id, a day or a time. */
const ANCHOR = /^(S?\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d([T ][\d:.]+.*)?)$/i

/** The worker's limit per side. */
const MAX_DEPTH = 100

const timeline = defineCommand({
  summary: 'show what came before and after a memory or a moment',
  args: {
    asked: words(
      'ANCHOR|WORDS',
      'the id of a memory (42), the number or id of a session (S12), a day, an ISO time, or a time in words (yesterday, "last week"); anything else is searched for, and the best match is taken',
    ),
  },
  flags: {
    before: wholeNumber('how many to show before it; 10 if not given', { least: 0, most: MAX_DEPTH }),
    after: wholeNumber('how many to show after it; 10 if not given', { least: 0, most: MAX_DEPTH }),
    project: text('NAME', 'only this project; without it, that of the memory, and for a time that of this folder'),
  },
  examples: ['timeline 42', 'timeline S12 --before 5 --after 0', 'timeline yesterday', 'timeline login redirect'],
  async run({ args: { asked }, flags, folder, terminal }) {
    const isAnchor = ANCHOR.test(asked)
    const { before, after, project } = flags
    const around = { depth_before: before, depth_after: after, project, cwd: resolve('.') }
    const found = isAnchor
      ? await askWorker(folder, 'GET /api/search/timeline', { query: { anchor: asked, ...around } })
      : await askWorker(folder, 'GET /api/search/timeline-by-query', { query: { query: asked, ...around } })
    const notes = timelineRemarks(found)
    const text = found.timeline.some((one) => one.kind !== 'anchor')
      ? renderTimeline(found.timeline, terminal)
      : 'searched' in found && found.anchor === null
        ? await renderNothing(folder, { flags, searched: found.searched, hasWords: true })
        : 'Nothing is kept around that time in this project.'
    terminal.result(found, [...notes.map((note) => terminal.dim(note)), text].join('\n'))
  },
})
export default timeline

export function renderTimeline(rows: TimelineReply['timeline'], terminal: Pick<Terminal, 'bold' | 'dim'>): string {
  const memories = rows.filter((one) => one.kind !== 'anchor')
  const nameOf = projectNames(memories)
  const several = new Set(memories.map((one) => one.project_id)).size > 1
  return rows
    .map((one) =>
      one.kind === 'anchor' ? terminal.bold('→ here') : renderLine(one, terminal, several ? nameOf(one) : ''),
    )
    .join('\n')
}
