/**
 * A session in a few short paragraphs: what was asked, looked at, learned, done, and what remains. Made from what its
 * turns said; undefined when nothing happened that a later session could use.
 */
import { countOf } from '../memory/count.ts'
import type { ObservationDraft, SummaryDraft } from '../memory/observation.ts'
import { relativePath } from '../memory/relative-path.ts'
import { splitSentences } from '../memory/sentences.ts'
import { findOpenWork, type ToldRequest } from './open-work.ts'
import { distinctTexts } from './repeats.ts'
import { asTitle, besideAsked, isPasted, matterOf } from './title.ts'
import { isUsersLine } from './words/pick.ts'

/** Plain limits, in characters per paragraph: together they are what a session start can show of the last session. */
const ROOM = { request: 320, completed: 520, learned: 380, nextSteps: 700, notes: 200 }
/** A plain limit: folders in one line. */
const MAX_INVESTIGATED = 5

export function summarize(
  told: readonly ToldRequest[],
  by: {
    observations: readonly ObservationDraft[]
    /** What the requests with results asked for. */
    asked: readonly string[]
    titles: readonly string[]
    root: string | undefined
    tokens: number
    at: number
  },
): SummaryDraft | undefined {
  const nextSteps = findOpenWork(told, by.observations)
  if (by.observations.length === 0 && nextSteps.length === 0) return undefined
  const wanted = [...new Set(by.asked)]
  const telling = wanted.filter((text) => asTitle(text) !== undefined && !isPasted(text))
  // If nothing else was asked, even "commit this" counts.
  const asked = telling.length > 0 ? telling : wanted.filter((text) => text !== '')
  const plans = by.observations.filter(({ key }) => key.endsWith(':plan')).map(({ title }) => matterOf(title))
  const learned = by.observations.filter(({ type }) => type === 'discovery' || type === 'decision')
  const done = by.observations.filter(({ type, standing }) => type !== 'discovery' && type !== 'decision' && !standing)
  const { read, edited } = filesOf(told, by.root)
  return {
    request: joined(distinctTexts([...plans, ...asked, ...by.titles]), ROOM.request),
    investigated: renderFolders(read.filter((file) => !edited.includes(file))),
    learned: joined(
      distinctTexts(learned.filter(({ key }) => !key.endsWith(':plan')).flatMap((one) => outcomeOf(one, wanted))),
      ROOM.learned,
    ),
    completed: joined(distinctTexts(done.flatMap((one) => outcomeOf(one, wanted)).map(matterOf)), ROOM.completed),
    nextSteps: joined(nextSteps, ROOM.nextSteps),
    filesRead: read.filter((file) => !edited.includes(file)),
    filesEdited: edited,
    notes: joined(
      distinctTexts(by.observations.flatMap(({ facts }) => facts.filter((fact) => fact.startsWith('Still failing')))),
      ROOM.notes,
    ),
    discoveryTokens: by.tokens,
    at: by.at,
  }
}

/** The result in one line: the title, unless that is the request; then the first thing it says. */
function outcomeOf({ title, narrative, standing }: ObservationDraft, asked: readonly string[]): string[] {
  const named = standing ? undefined : asked.find((text) => text !== '' && title.startsWith(text))
  if (named === undefined) return [title]
  const beside = `${named}${besideAsked('')}`
  if (title.startsWith(beside)) return [title.slice(beside.length)]
  const said = narrative.split('\n').filter((line) => !isUsersLine(line))
  const lines = said.flatMap(splitSentences).filter((line) => !/[:：]$/.test(line))
  return lines.flatMap((line) => asTitle(line) ?? []).slice(0, 1)
}

/** The older summary of a session's beginning, continued with what came after. */
export function continueSummary(older: Omit<SummaryDraft, 'at'>, newer: SummaryDraft): SummaryDraft {
  const both = (paragraph: 'request' | 'learned' | 'completed') =>
    distinctTexts([older[paragraph], newer[paragraph]].filter((text) => text !== '')).join('; ')
  return {
    ...newer,
    request: both('request'),
    learned: both('learned'),
    completed: both('completed'),
    filesRead: [...new Set([...older.filesRead, ...newer.filesRead])],
    filesEdited: [...new Set([...older.filesEdited, ...newer.filesEdited])],
    discoveryTokens: older.discoveryTokens + newer.discoveryTokens,
  }
}

function filesOf(told: readonly ToldRequest[], root: string | undefined): { read: string[]; edited: string[] } {
  const calls = told.flatMap(({ request }) => request.calls).filter(({ call }) => call.result !== 'failed')
  const paths = (act: string) => {
    const files = calls.filter(({ call }) => call.act === act).flatMap(({ call }) => call.files)
    return [...new Set(files.map((file) => relativePath(file, root)))]
  }
  return { read: paths('read'), edited: paths('edit') }
}

/** Whole entries, the first and then the newest, as many as fit. */
function joined(entries: readonly string[], room: number): string {
  const [first, ...rest] = entries
  if (first === undefined) return ''
  const kept = [first]
  let left = room - first.length
  for (const entry of rest.toReversed()) {
    if (entry.length + 2 > left) continue
    kept.splice(1, 0, entry)
    left -= entry.length + 2
  }
  return kept.map((entry) => entry.replace(/[.;。]+$/, '')).join('; ')
}

function renderFolders(files: readonly string[]): string {
  if (files.length <= MAX_INVESTIGATED) return files.join(', ')
  const folders = new Map<string, number>()
  for (const file of files) {
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const shown = [...folders].sort((a, b) => b[1] - a[1]).slice(0, MAX_INVESTIGATED)
  return shown.map(([folder, count]) => `${folder} (${countOf(count, 'file')})`).join(', ')
}
