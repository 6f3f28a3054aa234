/** Did sessions run that left no event? Transcripts tell, because the host writes them whatever our hooks do. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileHead } from '../../../../capture/file-head.ts'
import { renderAge } from '../../../../memory/age.ts'
import { askWorker } from '../../../../worker/client.ts'
import { isExcluded } from '../../../../workspace/exclusion.ts'
import { type CheckParts, defineCheck } from '../check.ts'
import { installedLaunch } from '../program.ts'
import { isForOthersAlone } from './host.ts'

/** An hour: a session may be open in another window, doing nothing we record. */
const BEHIND_MS = 60 * 60 * 1000

export const recordingCheck = defineCheck({
  name: 'recording',
  asks: 'sessions that ran have been recorded',
  needsWorker: true,
  faults: {
    'not-recorded': {
      what: 'A session ran, and nothing of it was recorded.',
      why: 'It was started before the hooks were installed, or the hooks do not work. Its transcript can still be read.',
      fix: 'claude-mem import transcripts',
    },
  },
  async run({ config, folder, now }) {
    const { lastEventAt } = await askWorker(folder, 'POST /api/doctor/check')
    const last = lastEventAt === null ? 'no event yet' : `last event ${renderAge(lastEventAt, now)}`
    if (!installedLaunch(folder) || isForOthersAlone(folder) || existsSync(folder.paused)) return { ok: last }
    const installedAt = statSync(folder.launch).mtimeMs
    const seen = newestSession(config)
    if (seen === undefined || seen <= Math.max(lastEventAt ?? 0, installedAt) + BEHIND_MS) return { ok: last }
    const what = `A session ran ${renderAge(seen, now)}, but ${lastEventAt === null ? 'nothing was ever recorded' : `the last event is from ${renderAge(lastEventAt, now)}`}.`
    return { found: [{ fault: 'not-recorded', what }] }
  },
})

/** When the host last wrote to a transcript, in milliseconds; of folders that are not excluded. */
function newestSession({ hostConfigDir, EXCLUDED_PROJECTS, home }: CheckParts['config']): number | undefined {
  const projects = join(hostConfigDir, 'projects')
  const files = list(projects).flatMap((name) =>
    list(join(projects, name))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => join(projects, name, file)),
  )
  const times = files
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
  return times.find(({ path }) => {
    const cwd = /"cwd":\s*"((?:[^"\\]|\\.)*)"/.exec(fileHead(path))?.[1]
    return cwd === undefined || !isExcluded(EXCLUDED_PROJECTS, [cwd], home)
  })?.at
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // not there yet, or a file
  }
}
