import { memories } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { callWorker, type DataFolder } from '../../worker/client.ts'
import type { IndexStatus, RebuildStarted } from '../../worker/protocol/overview.ts'
import type { Command, Invocation } from './command.ts'
import { renderIndexStatus } from './index-text.ts'
import { followRebuild } from './rebuild.ts'

const LOOK_EVERY_MS = 500

const indexCommand: Command = {
  usage:
    'claude-mem index status|rebuild\n\nThe index is what finds memories by meaning. It can always be made anew from the memories; until that is\n' +
    'done, searches use words and say so. `rebuild` shows how far it is; Ctrl-C leaves it running.',
  async run({ positionals: [what = 'status'], folder, terminal }) {
    if (what === 'rebuild') return rebuild({ folder, terminal })
    if (what !== 'status') {
      throw new MemoryError(
        'bad_input',
        `\`index ${what}\` is not known: only \`index status\` and \`index rebuild\` are.`,
      )
    }
    const status = await statusOf(folder)
    terminal.result(status, renderIndexStatus(status))
  },
}
export default indexCommand

async function rebuild({ folder, terminal }: Pick<Invocation, 'folder' | 'terminal'>): Promise<void> {
  const started = await callWorker<RebuildStarted>(folder, { method: 'POST', path: '/api/index/rebuild' })
  if (terminal.json) return terminal.result(started, '')
  const what = started.already ? 'It is being rebuilt already' : 'Rebuilding'
  terminal.line(`${what}: ${memories(started.waiting)} to go. Ctrl-C leaves it running.`)
  const done = await followRebuild({
    status: () => statusOf(folder),
    pause: () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS)),
    onProgress: (left) => terminal.progress(`${memories(left)} to go`),
  })
  terminal.line(`Done: ${memories(done.indexed)} can be found by meaning.`)
}

function statusOf(folder: DataFolder): Promise<IndexStatus> {
  return callWorker<IndexStatus>(folder, { method: 'GET', path: '/api/index' })
}
