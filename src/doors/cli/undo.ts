import { countOf } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import { askWorker } from '../../worker/client.ts'
import type { ChangeList, ChangeRow } from '../../worker/protocol/changes.ts'
import { defineCommand, type Terminal } from './command.ts'
import { renderWhen } from './memory-text.ts'
import { optional, toggle } from './takes.ts'

const undo = defineCommand({
  summary: 'take back a change of a memory: an edit, a pin, a silence',
  about: [
    'Without a number, the newest change that can be undone. Changes of one memory are undone newest first. What you forgot is gone and cannot be undone; a dream is taken back with `claude-mem dream undo`.',
  ],
  page: 'control.md#undo',
  args: { change: optional('CHANGE', 'the number of a change, as --list shows it') },
  flags: { list: toggle('only list the newest changes') },
  examples: ['undo', 'undo 7', 'undo --list'],
  async run({ args, flags, folder, terminal }) {
    if (flags.list) {
      const list = await askWorker(folder, 'GET /api/changes', { query: {} })
      return terminal.result(list, renderList(list, terminal))
    }
    const change = args.change === undefined ? undefined : readNumber(args.change)
    const reply = await askWorker(folder, 'POST /api/changes/undo', { body: change === undefined ? {} : { change } })
    const { undone, memory } = reply
    terminal.result(reply, `Undone: ${DID[undone.what]} ${memory.id}: ${oneLine(memory.title, 100)}`)
  },
})
export default undo

const DID: Record<ChangeRow['what'], string> = {
  edit: 'the edit of memory',
  pin: 'pinning memory',
  unpin: 'unpinning memory',
  recall: 'recalling memory',
  silence: 'silencing memory',
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new MemoryError('bad_input', `\`${text}\` is not the number of a change.`, {
    hint: 'List them with: claude-mem undo --list',
  })
}

function renderList({ results }: ChangeList, { bold, dim }: Terminal): string {
  if (results.length === 0) return 'No memory has been changed by hand yet.'
  const rows = results.map((one) => {
    const which = one.memory === null ? 'a memory that is gone' : `${one.memory.id}: ${oneLine(one.memory.title, 70)}`
    return `${bold(String(one.id))} ${renderWhen(one.at)}  ${one.what} ${which}  ${dim(stateOf(one))}`
  })
  const left = results.filter(({ undoable }) => undoable).length
  return [...rows, dim(`${countOf(left, 'change', 'changes')} can be undone now.`)].join('\n')
}

function stateOf({ undoable, undone_at: undoneAt, undo_first: first }: ChangeRow): string {
  if (undoneAt !== null) return '(undone)'
  if (first !== null) return `(undo ${first} first)`
  return undoable ? '' : '(can no longer be undone)'
}
