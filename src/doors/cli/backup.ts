import { countOf, memories } from '../../memory/count.ts'
import { askWorker } from '../../worker/client.ts'
import type { BackupList } from '../../worker/protocol/archive.ts'
import { defineCommand, type Group } from './command.ts'

const make = defineCommand({
  summary: 'make a verified backup now',
  about: ['One is made every day without asking. CLAUDE_MEM_BACKUPS says how many are kept.'],
  page: 'in-and-out.md#backups',
  examples: ['backup'],
  async run({ folder, terminal }) {
    terminal.progress('Making a backup …')
    const made = await askWorker(folder, 'POST /api/backup')
    terminal.result(made, `A backup was made and verified: ${made.path}`)
  },
})

const list = defineCommand({
  summary: 'list the backups there are, newest first',
  page: 'in-and-out.md#backups',
  async run({ folder, terminal }) {
    const found = await askWorker(folder, 'GET /api/backups')
    terminal.result(found, renderBackups(found))
  },
})

const backup: Group = { summary: 'make a backup, or list them', parts: { make, list }, standard: 'make' }
export default backup

export function renderBackups({ backups, journal }: BackupList): string {
  if (backups.length === 0) return 'There is no backup yet. One is made every day; `claude-mem backup` makes one now.'
  const lines = backups.map(({ name, at, bytes, memories: n }, index) => {
    const held = n === null ? 'cannot be read' : memories(n)
    return `  ${String(index + 1).padStart(2)}  ${new Date(at).toLocaleString()}  ${held}, ${Math.ceil(bytes / 1e6)} MB  ${name}`
  })
  return [...lines, `${countOf(journal, 'entry', 'entries')} in the journal since the newest.`].join('\n')
}
