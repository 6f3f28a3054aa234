import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { TimelineByQueryReply, TimelineReply } from '../../worker/protocol/search.ts'
import type { Command } from './command.ts'
import { renderLine } from './memory-text.ts'

const timeline: Command = {
  usage:
    'claude-mem timeline ANCHOR|WORDS [--before N] [--after N] [--project NAME]\n\n' +
    'ANCHOR is the id of a memory, S and the number of a session, or an ISO time. Anything else is searched for, and the\n' +
    'best match is the anchor.',
  options: { before: { type: 'string' }, after: { type: 'string' }, project: { type: 'string' } },
  async run({ positionals, flags, folder, terminal }) {
    const asked = positionals.join(' ').trim()
    if (asked === '') throw new MemoryError('bad_input', 'Give an id, S and a session’s number, a time, or words.')
    const isAnchor = /^(S?\d+|\d{4}-\d\d-\d\d(T.*)?)$/i.test(asked)
    const query = new URLSearchParams({ [isAnchor ? 'anchor' : 'query']: asked, cwd: resolve('.') })
    if (typeof flags.before === 'string') query.set('depth_before', flags.before)
    if (typeof flags.after === 'string') query.set('depth_after', flags.after)
    if (typeof flags.project === 'string') query.set('project', flags.project)
    const found = await callWorker<TimelineReply | TimelineByQueryReply>(folder, {
      method: 'GET',
      path: `/api/search/timeline${isAnchor ? '' : '-by-query'}?${query}`,
    })
    const lines = found.timeline.map((one) =>
      one.kind === 'anchor' ? terminal.bold('→ here') : renderLine(one, terminal),
    )
    terminal.result(found, lines.join('\n') || 'Nothing found.')
  },
}
export default timeline
