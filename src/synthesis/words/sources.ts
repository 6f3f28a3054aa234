/**
 * The texts of a turn, each with its kind: the closing message, a message on the way, a commit, a plan, what the user
 * said. Titles and texts of memories come only from these.
 */
import type { MemoryEvent, PromptEvent, ToolEvent } from '../../memory/event.ts'
import { findCommit } from '../commit.ts'
import { findPullRequest } from '../pull-request.ts'
import type { Turn } from '../turns.ts'
import { splitUnits, type Unit } from './units.ts'

export type SourceKind =
  | 'request'
  | 'aside'
  | 'answer'
  | 'closing'
  | 'message'
  | 'commit'
  | 'pull_request'
  | 'plan'
  | 'report'
  | 'compaction'

export interface Source {
  kind: SourceKind
  event: MemoryEvent
  /**
   * A commit's subject, a pull request's title, a plan's heading, the question of an answer, a subagent's task; else
   * ''.
   */
  title: string
  /** As it was written. */
  text: string
  units: Unit[]
}

/** The user's words, not the agent's. */
export function isUsers({ kind }: Pick<Source, 'kind'>): boolean {
  return kind === 'request' || kind === 'aside' || kind === 'answer'
}

export function sourcesOf(turn: Turn): Source[] {
  const sources: Source[] = []
  const known = new Set<string>()
  for (const event of turn.events) {
    for (const source of readSources(event)) {
      const text = `${source.title}\n${source.units.map((unit) => unit.text).join('\n')}`
      // A turn's last message arrives twice: as text and with the stop.
      if (known.has(text) || text.trim() === '') continue
      known.add(text)
      sources.push(source)
    }
  }
  const at = sources.findLastIndex(({ kind }) => kind === 'message')
  const last = sources[at]
  if (last !== undefined && !goesOnAfter(turn, last.event)) sources[at] = { ...last, kind: 'closing' }
  return withoutEarlierPlans(sources)
}

/**
 * The agent kept working after these words, so they do not close the turn. Ticking off a task does not count as work.
 */
function goesOnAfter(turn: Turn, event: MemoryEvent): boolean {
  return turn.events
    .slice(turn.events.indexOf(event) + 1)
    .some((one) => one.kind === 'tool' && one.agent === undefined && one.call.act !== 'tasks')
}

/** A plan is written, refused, rewritten: the last one counts. */
function withoutEarlierPlans(sources: readonly Source[]): Source[] {
  const last = sources.findLast(({ kind }) => kind === 'plan')
  return sources.filter((source) => source.kind !== 'plan' || source === last)
}

function readSources(event: MemoryEvent): Source[] {
  switch (event.kind) {
    case 'prompt':
      return readPrompt(event)
    case 'assistant_text':
      return event.agent === undefined ? [wordsOf('message', event, event.text)] : []
    case 'stopped':
      return event.failed || event.agent !== undefined ? [] : [wordsOf('message', event, event.text)]
    case 'subagent_stopped':
    case 'reported':
      return [wordsOf('report', event, event.text)]
    case 'compacted':
      return [wordsOf('compaction', event, withoutAnalysis(event.text))]
    case 'tool':
      return event.call.result === 'failed' ? [] : readCall(event)
    default:
      return []
  }
}

function readPrompt(event: PromptEvent): Source[] {
  if (event.machineMade) return []
  if (event.carries === 'plan') return [planOf(event, event.text)]
  return [wordsOf(event.beside === undefined ? 'request' : 'aside', event, event.text)]
}

function readCall(event: ToolEvent): Source[] {
  const { call } = event
  switch (call.act) {
    case 'plan':
      return [planOf(event, call.plan)]
    case 'subagent':
      return [{ ...wordsOf('report', event, call.report), title: call.task }]
    case 'question':
      return call.asked
        .filter(({ answer }) => answer.trim() !== '')
        .map(({ question, answer }) => ({ ...wordsOf('answer', event, answer), title: question }))
    case 'command': {
      if (event.agent !== undefined) return []
      const commit = findCommit(call)
      const request = findPullRequest(call)
      return [
        ...(commit === undefined ? [] : [{ ...wordsOf('commit', event, commit.body), title: commit.subject }]),
        ...(request === undefined ? [] : [{ ...wordsOf('pull_request', event, request.body), title: request.title }]),
      ]
    }
    default:
      return []
  }
}

function wordsOf(kind: SourceKind, event: MemoryEvent, text: string): Source {
  return { kind, event, title: '', text, units: splitUnits(text) }
}

/** A plan's first heading is its title; the rest is context, reasons and steps. */
function planOf(event: MemoryEvent, text: string): Source {
  const units = splitUnits(text)
  const [first, ...rest] = units
  if (first?.kind !== 'heading') return { kind: 'plan', event, title: '', text, units }
  const title = first.text.replace(/^(?:implementation |refactor(?:ing)? )?plan\s*[:：—–-]\s*/i, '')
  return { kind: 'plan', event, title, text, units: rest }
}

/** A compaction begins by thinking aloud; only the summary after that counts. */
function withoutAnalysis(text: string): string {
  const summary = /^[ \t]*(?:<summary>|Summary:)([\s\S]+)/m.exec(text)?.[1]
  return (summary ?? text).replace(/<\/summary>[\s\S]*$/, '')
}
