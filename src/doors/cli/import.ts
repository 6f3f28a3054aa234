import { isAbsolute, resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { ErrorBody, ImportProgress } from '../../worker/protocol.ts'
import { defineCommand, type Group } from './command.ts'
import { optional } from './takes.ts'

type Line = { progress?: ImportProgress; done?: ImportProgress } & Partial<ErrorBody>

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
  folder: Parameters<typeof callWorker>[0],
  path: string | undefined,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  let done: ImportProgress | undefined
  let failed: ErrorBody['error'] | undefined
  await callWorker(folder, {
    method: 'POST',
    path: '/api/import/transcripts',
    body: path === undefined ? {} : { path: isAbsolute(path) ? path : resolve(path) },
    onLine: (text) => {
      const line = JSON.parse(text) as Line // one end of protocol.ts
      if (line.progress) onProgress(line.progress)
      done = line.done ?? done
      failed = line.error ?? failed
    },
  })
  if (failed) throw new MemoryError(failed.code, failed.message, { hint: failed.hint })
  if (!done) throw new MemoryError('unavailable', 'The import was cut off; run it again to go on.')
  return done
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
