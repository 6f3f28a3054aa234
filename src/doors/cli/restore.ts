/** Going back to a backup. The worker verifies it first and restarts with it; the database that was there is kept. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { askWorker, type DataFolder, ensureWorker, findLiveWorker, writeWhole } from '../../worker/client.ts'
import type { BackupList } from '../../worker/protocol/archive.ts'
import { renderBackups } from './backup.ts'
import { defineCommand, type Invocation } from './command.ts'
import { askYesNo, openQuestions } from './setup/ask-person.ts'
import { shellWords } from './shell-words.ts'
import { optional, toggle } from './takes.ts'

const FLAGS = {
  'without-journal': toggle('leave out what came after the newest backup and is only in the journal'),
  yes: toggle('do not ask'),
}
const ARGS = {
  which: optional('WHICH', 'its number or name in `claude-mem backup list`, or the path of a copy', {
    offers: 'files',
  }),
}
type RestoreInvocation = Invocation<typeof FLAGS, typeof ARGS>

/** Copying and checking some gigabytes takes a few minutes on a slow disk. */
const RESTART_WITHIN_MS = 15 * 60_000

const restore = defineCommand({
  summary: 'go back to a backup',
  about: [
    'The backup is verified before anything is replaced, and the database that was there is kept beside it. What you have forgotten since stays gone, also when the backup still has it. Then the journal brings back what came after the newest backup, and the transcripts of your sessions are read again, as after a damage.',
    'A damaged database needs no command: the next start notices it and does the same by itself.',
  ],
  page: 'in-and-out.md#restore',
  args: ARGS,
  flags: FLAGS,
  examples: ['restore', 'restore 2', 'restore /mnt/usb/db-01794992850253.sqlite --yes'],
  async run(invocation) {
    const { flags, folder, terminal } = invocation
    const found = await askWorker(folder, 'GET /api/backups').catch((error: unknown) =>
      withoutWorker(invocation, error),
    )
    const backup = await chosen(invocation, found)
    const withJournal = await decide(invocation, backup, found.journal)
    const before = await findLiveWorker(folder)
    terminal.progress('Restoring …')
    if (before) {
      await askWorker(folder, 'POST /api/restore', { body: { backup, withJournal } })
      await restarted(folder, before.pid)
    } else {
      writeWhole(join(folder.root, 'restore'), JSON.stringify({ backup, withJournal }))
      await restarted(folder, 0)
    }
    const { restored } = await askWorker(folder, 'GET /api/backups')
    if (restored?.from !== backup)
      throw new MemoryError('internal', `${backup} was not restored.`, { hint: 'Run `claude-mem logs` to see why.' })
    const kept = restored.kept === null ? '' : ` What was there is kept as ${restored.kept}.`
    const gone = restored.forgotten === 0 ? '' : ` What you have forgotten since stayed gone (${restored.forgotten}).`
    const journal = flags['without-journal'] ? '' : ` From the journal: ${restored.entries}.`
    terminal.result(restored, `Restored from ${backup}.${journal}${gone}${kept}`)
  },
})
export default restore

/** The memory may be in a state that no worker starts with; a start that finds the request verifies the backup and restores it. */
function withoutWorker({ args }: RestoreInvocation, error: unknown): BackupList {
  if (error instanceof MemoryError && error.code === 'unavailable' && args.which !== undefined)
    return { backups: [], journal: 0, restored: null }
  throw error
}

async function chosen({ args, terminal }: RestoreInvocation, found: BackupList): Promise<string> {
  if (args.which !== undefined) return backupNamed(args.which, found)
  if (!terminal.interactive || terminal.json) {
    throw new MemoryError('bad_input', 'Say which backup to restore. Nothing was changed.', {
      hint: '`claude-mem backup list` shows them; `claude-mem restore 1 --yes` takes the newest.',
    })
  }
  terminal.line(renderBackups(found))
  if (found.backups.length === 0) throw new MemoryError('not_found', 'There is nothing to restore.')
  const questions = openQuestions()
  try {
    const answer = await questions.ask('Which one? [1] ')
    if (answer === undefined) throw new MemoryError('bad_input', 'Nothing was changed.')
    return backupNamed(answer === '' ? '1' : answer, found)
  } finally {
    questions.close()
  }
}

const SHOWS_THEM = '`claude-mem backup list` shows them.'

function backupNamed(which: string, { backups }: BackupList): string {
  const listed = /^\d{1,3}$/.test(which) ? backups[Number(which) - 1] : backups.find(({ name }) => name === which)
  if (listed) return listed.path
  if (/^\d{1,3}$/.test(which))
    throw new MemoryError('not_found', `There is no backup ${which}. Nothing was changed.`, {
      hint: SHOWS_THEM,
    })
  const path = resolve(which)
  if (!existsSync(path))
    throw new MemoryError('not_found', `There is no backup ${path}. Nothing was changed.`, { hint: SHOWS_THEM })
  return path
}

/** Returns whether the journal is wanted. */
async function decide({ flags, terminal }: RestoreInvocation, backup: string, journal: number): Promise<boolean> {
  const withJournal = !flags['without-journal']
  if (flags.yes) return withJournal
  if (!terminal.interactive || terminal.json) {
    throw new MemoryError(
      'bad_input',
      'Restoring needs --yes where there is no terminal to ask at. Nothing was changed.',
      { hint: `Run \`claude-mem restore ${shellWords([backup])} --yes\`.` },
    )
  }
  const sure = await askYesNo(`Replace the memory by ${backup}? What is there is kept beside it.`, { orElse: false })
  if (!sure) throw new MemoryError('bad_input', 'Nothing was changed.')
  if (!withJournal || journal === 0) return withJournal
  return askYesNo(`Also bring back what came after the newest backup (${journal} in the journal)?`, { orElse: true })
}

/** A start that restores a large memory answers late: one more start meanwhile finds the folder taken and ends. */
async function restarted(folder: DataFolder, before: number): Promise<void> {
  const deadline = Date.now() + RESTART_WITHIN_MS
  while (Date.now() < deadline) {
    const now = await ensureWorker(folder).catch(() => undefined)
    if (now && now.pid !== before) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new MemoryError('unavailable', 'The worker did not start again.', {
    hint: 'Run `claude-mem logs` to see why; the next start goes on with the restore.',
  })
}
