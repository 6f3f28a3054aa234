import { resolve } from 'node:path'
import { HOST_NAMES } from '../../../capture/captured-event.ts'
import { countOf } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { type DataFolder, followWorker } from '../../../worker/client.ts'
import type { ImportLine } from '../../../worker/protocol/import.ts'
import type { ImportProgress, ImportRequest } from '../../../worker/protocol.ts'
import { defineCommand } from '../command.ts'
import { renderBar } from '../progress-bar.ts'
import { oneOf, optional } from '../takes.ts'

const transcripts = defineCommand({
  summary: 'read the transcripts of sessions you had before',
  about: [
    'Reads the sessions of Claude Code and of Codex CLI. The content of a file shows whose it is.',
    'Can be interrupted and repeated: nothing is read twice. No model is called.',
  ],
  args: {
    path: optional(
      'PATH',
      'a host’s folder (if not given, Claude Code’s own), a folder inside it, or one .jsonl file',
      {
        offers: 'files',
      },
    ),
  },
  flags: { host: oneOf(HOST_NAMES, 'whose sessions: claude-code or codex; without PATH, those in its own folder') },
  examples: [
    'import transcripts',
    'import transcripts --host codex',
    'import transcripts ~/.claude/projects/-home-me-shop',
  ],
  async run({ args: { path }, flags: { host }, config, folder, terminal }) {
    // The worker may have been started with another CODEX_HOME.
    const from = path ?? (host === 'codex' ? config.codexHome : undefined)
    const done = await importTranscripts(folder, { path: from && resolve(from), host }, (progress) =>
      terminal.progress(renderProgress(progress)),
    )
    terminal.result(done, renderDone(done))
  },
})

export default transcripts

export async function importTranscripts(
  folder: DataFolder,
  asked: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const lines: ImportLine[] = []
  await followWorker(folder, 'POST /api/import/transcripts', { body: asked }, (line) => {
    if ('progress' in line) onProgress(line.progress)
    else lines.push(line)
  })
  const [last] = lines
  if (!last || !('done' in last || 'error' in last)) {
    throw new MemoryError('unavailable', 'The import was cut off; run it again to go on.')
  }
  if ('error' in last) throw MemoryError.of(last.error)
  return last.done
}

export function renderDone({ filesTotal, filesNew, events, observations, unreadable }: ImportProgress): string {
  const lost = unreadable === 0 ? '' : ` ${countOf(unreadable, 'line is', 'lines are')} damaged and could not be read.`
  if (filesTotal === 0) return 'There are no transcripts yet.'
  const read = countOf(filesTotal, 'transcript')
  if (filesNew === 0) return `Nothing new in ${read}.${lost}`
  const made = `${countOf(events, 'new event')}, ${countOf(observations, 'new memory', 'new memories')}`
  const which = filesNew === filesTotal ? '' : `, ${filesNew} with something new`
  return `Read ${read}${which}: ${made}.${lost}`
}

function renderProgress({ filesDone, filesTotal, bytesDone, bytesTotal, observations }: ImportProgress): string {
  return `${renderBar(bytesTotal === 0 ? 1 : bytesDone / bytesTotal)}  ${filesDone}/${filesTotal} transcripts  ${countOf(observations, 'new memory', 'new memories')}`
}
