import { isAbsolute, resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { type DataFolder, followWorker } from '../../worker/client.ts'
import type { ImportLine } from '../../worker/protocol/import.ts'
import type { ImportProgress } from '../../worker/protocol.ts'
import { defineCommand, type Group } from './command.ts'
import { optional } from './takes.ts'

const transcripts = defineCommand({
  summary: 'read the transcripts of sessions you had before',
  about: ['Can be interrupted and repeated: nothing is read twice. No model is called.'],
  args: {
    path: optional('PATH', 'the host’s configuration folder (if not given) or one .jsonl file', { offers: 'files' }),
  },
  examples: ['import transcripts'],
  async run({ args: { path }, folder, terminal }) {
    const done = await importTranscripts(folder, path, (progress) => terminal.progress(renderProgress(progress)))
    terminal.result(done, renderDone(done))
  },
})

const importCommand: Group = { summary: 'make memories of sessions you had before', parts: { transcripts } }
export default importCommand

export async function importTranscripts(
  folder: DataFolder,
  path: string | undefined,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const lines: ImportLine[] = []
  const body = path === undefined ? {} : { path: isAbsolute(path) ? path : resolve(path) }
  await followWorker(folder, 'POST /api/import/transcripts', { body }, (line) => {
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

function renderDone({ filesDone, events, observations, unreadable }: ImportProgress): string {
  const lost = unreadable === 0 ? '' : ` ${unreadable} damaged lines could not be read.`
  return `Imported ${filesDone} sessions: ${events} new events, ${observations} observations.${lost}`
}

function renderProgress({ filesDone, filesTotal, bytesDone, bytesTotal, observations }: ImportProgress): string {
  const share = bytesTotal === 0 ? 1 : bytesDone / bytesTotal
  const bar = '█'.repeat(Math.round(share * 24)).padEnd(24, '░')
  return `${bar} ${Math.round(share * 100)}%  ${filesDone}/${filesTotal} sessions  ${observations} observations`
}
