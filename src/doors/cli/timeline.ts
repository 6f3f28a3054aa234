import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { TimelineByQueryReply, TimelineReply } from '../../worker/protocol/search.ts'
import { projectNames } from '../project-names.ts'
import { timelineNotes } from '../search-notes.ts'
import type { Command, Terminal } from './command.ts'
import { wholeNumber } from './flags.ts'
import { renderLine } from './memory-text.ts'
import { renderNothing } from './nothing-found.ts'

/** The number of a memory or a session, a session's id, a day or a time. */
const ANCHOR = /^(S?\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d([T ][\d:.]+.*)?)$/i

/** As many as the worker gives on one side. */
const MOST = 100

const timeline: Command = {
  usage:
    'claude-mem timeline ANCHOR|WORDS [--before N] [--after N] [--project NAME]\n\n' +
    'ANCHOR is the id of a memory, S and the number of a session, its id, a day or an ISO time, or a time in words\n' +
    '(yesterday, “last week”, ayer). Anything else is searched for, and the best match is the anchor.',
  options: { before: { type: 'string' }, after: { type: 'string' }, project: { type: 'string' } },
  async run({ positionals, flags, folder, terminal }) {
    const asked = positionals.join(' ').trim()
    if (asked === '') throw new MemoryError('bad_input', 'Give an id, S and a session’s number, a time, or words.')
    const isAnchor = ANCHOR.test(asked)
    const query = new URLSearchParams({ [isAnchor ? 'anchor' : 'query']: asked, cwd: resolve('.') })
    for (const side of ['before', 'after']) {
      const depth = wholeNumber(flags[side], side, { least: 0, most: MOST })
      if (depth !== undefined) query.set(`depth_${side}`, String(depth))
    }
    if (typeof flags.project === 'string') query.set('project', flags.project)
    const found = await callWorker<TimelineReply | TimelineByQueryReply>(folder, {
      method: 'GET',
      path: `/api/search/timeline${isAnchor ? '' : '-by-query'}?${query}`,
    })
    const notes = timelineNotes(found)
    const text = found.timeline.some((one) => one.kind !== 'anchor')
      ? renderTimeline(found.timeline, terminal)
      : 'searched' in found && found.anchor === null
        ? await renderNothing(folder, { flags, searched: found.searched, hasWords: true })
        : 'Nothing is kept around that time.'
    terminal.result(found, [...notes.map((note) => terminal.dim(note)), text].join('\n'))
  },
}
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
