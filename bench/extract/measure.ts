/** The figures of the extractor's bench that follow from its output: how much, and whether titles say anything. */
import type { ObservationDraft } from '../../src/memory/observation.ts'
import type { HostCall } from '../trajectories/host-call.ts'

export interface Told {
  runId: string
  calls: readonly HostCall[]
  observations: readonly ObservationDraft[]
}

/** Titles that name an activity or a file, not its result. */
const LABELS = [
  /^(?:Edit|Update|Modif|Chang|Creat|Read|Ran|Run|Writ|Wrote|View|Open|Execut|Fix|Add|Delet|Remov)\w*\b.{0,40}(?:\bfiles?|\.\w{1,5})$/i,
  /^(?:Edited|Updated|Modified|Changed|Created|Read|Ran|Wrote|Viewed|Opened|Executed|Tested|Checked)\b(?:\s+\S+){0,3}$/i,
  /^(?:Made|Made some|Various|Several|Minor|Some)\s+(?:changes|edits|updates|fixes)\b/i,
  /^(?:Ran|Running|Run)\s+(?:the\s+)?(?:tests?|build|commands?)\b/i,
  /^\S+\.\w{1,5}$/,
  /^\S+\.\w{1,5} (?:was |is |has been )?(?:changed|edited|updated|modified|created)$/i,
  /\bchanges by \d+ lines\b/i,
  /^(?:tool|bash|edit|write|command)\b.{0,20}$/i,
]

export function labelTitles(told: readonly Told[]): string[] {
  return told.flatMap((run) =>
    run.observations.map((one) => one.title).filter((title) => LABELS.some((label) => label.test(title))),
  )
}

export function callsOf(run: Told): number {
  return run.calls.filter((call) => call.kind === 'tool').length
}

export function textOf(observation: ObservationDraft): string {
  return [
    observation.title,
    observation.subtitle,
    observation.narrative,
    ...observation.facts,
    ...observation.filesModified,
    ...observation.filesRead,
  ].join('\n')
}
