import { memories } from '../../memory/count.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { IndexStatus } from '../../worker/protocol/overview.ts'
import { defineCommand, type Group, type Invocation } from './command.ts'
import { renderIndexStatus } from './index-text.ts'
import { followRebuild } from './rebuild.ts'

const LOOK_EVERY_MS = 500

const status = defineCommand({
  summary: 'show whether the index works and what it still has to do',
  async run({ folder, terminal }) {
    const found = await statusOf(folder)
    terminal.result(found, renderIndexStatus(found))
  },
})

const rebuild = defineCommand({
  summary: 'build the index again from the memories',
  about: ['Shows how far it is. Ctrl-C stops the display; the work goes on. Until it is done, searches use words.'],
  run: followToEnd,
})

const indexCommand: Group = {
  summary: 'look at the index that finds memories by meaning, or rebuild it',
  parts: { status, rebuild },
  standard: 'status',
}
export default indexCommand

async function followToEnd({ folder, terminal }: Pick<Invocation, 'folder' | 'terminal'>): Promise<void> {
  const started = await askWorker(folder, 'POST /api/index/rebuild')
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
  return askWorker(folder, 'GET /api/index')
}
