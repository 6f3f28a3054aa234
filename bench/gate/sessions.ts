/** The real sessions as the replay needs them, and how close our estimate of a read is to what was charged. */
import { tokensOfRead } from '../../src/capture/claude-code/read-cost.ts'
import type { FileMemory } from '../../src/store/file-history.ts'
import { extract } from '../../src/synthesis/extract.ts'
import { quantile } from '../figures.ts'
import { type Listed, loadSessions, withTranscripts } from '../sessions/data.ts'
import type { RecordedSession } from './projects.ts'
import { readSteps, type Step } from './record.ts'

type Started = Listed & { start: string }

export async function loadRecord(): Promise<RecordedSession[]> {
  const { sessions } = await loadSessions()
  const events = new Map(sessions.map((one) => [one.id, one.events]))
  return withTranscripts(async (folder, listed) => {
    const inTime = (listed as Started[]).toSorted((a, b) => a.start.localeCompare(b.start)) // the manifest has it
    const folders = [...new Set(inTime.map(({ cwd }) => cwd))]
    return inTime.map(({ file, session, cwd, start }, at) => {
      const steps = readSteps({ file, folder, cwd })
      const project = `project ${folders.indexOf(cwd) + 1}`
      const { observations } = extract(events.get(session) ?? [], { sessionId: session, root: cwd })
      const memories = observations.flatMap((draft, index) => {
        const { type, title, subtitle, concepts, narrative, facts, filesModified } = draft
        const files = [...new Set([...draft.filesRead, ...filesModified])]
        const said = [title, subtitle, narrative, JSON.stringify([facts, files, concepts])].join('')
        const place = { origin: 'session', project, projectName: project, sessionId: session } as const
        const when = { id: 1000 + at * 100 + index, createdAt: Date.parse(start) + index }
        const about = { type, title, subtitle, concepts, files: files.length, textBytes: Buffer.byteLength(said) }
        return files.map((path) => ({
          path,
          memory: { ...when, ...about, ...place, modified: filesModified.includes(path) } satisfies FileMemory,
        }))
      })
      return { id: session, project, steps, memories }
    })
  })
}

/** The clients of the record wrote `     1→` before each line, which costs this much more than today's `1` and tab. */
const OLD_LINE_TOKENS = 2.9
/** Tokens of a call besides the text: the call itself, a few words before it, a reminder after it. */
const CALL_TOKENS = 166
const LEAST_BYTES = 1500

export interface Accuracy {
  reads: number
  /** Of our estimate, and of bytes / 3.5 alone. */
  medianError: number
  medianErrorOfBytes: number
}

/** For messages with a single call, a read: how much larger the next message's context was. */
export function accuracyOf(steps: readonly Step[]): Accuracy {
  const charged = steps.flatMap((step) =>
    step.kind === 'read' && (step.charged ?? 0) > 0 && Buffer.byteLength(step.text) >= LEAST_BYTES
      ? [{ text: step.text, lines: step.lines, charged: step.charged ?? 0 }]
      : [],
  )
  const error = (of: (one: (typeof charged)[number]) => number) =>
    quantile(
      charged.map((one) => Math.abs(of(one) + CALL_TOKENS - one.charged) / one.charged),
      0.5,
    )
  return {
    reads: charged.length,
    medianError: error(({ text, lines }) => tokensOfRead(text) + lines * OLD_LINE_TOKENS),
    medianErrorOfBytes: error(({ text }) => Buffer.byteLength(text) / 3.5),
  }
}
