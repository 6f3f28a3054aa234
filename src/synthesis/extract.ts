/**
 * The local extractor: what of a session is worth remembering, without a model. A pure function of the session's events;
 * the order in which they arrive, and copies, do not matter.
 *
 * It may be run again from `resumeAt`: the events from there on, with what came since, give the same drafts for those turns
 * as a run over the whole session. The result is the whole truth about the turns it covers, so a caller that stores drafts
 * removes its own earlier ones with `at >= resumeAt` whose key is no longer returned (in an open turn edits can regroup).
 */
import type { MemoryEvent } from '../memory/event.ts'
import type { ObservationDraft } from '../memory/observation.ts'
import { estimateTokens } from '../memory/tokens.ts'
import { type DraftContext, draftEpisode } from './draft.ts'
import { isNearDuplicate, mergeDrafts } from './duplicates.ts'
import { type Episode, unresolvedEpisode, walkLane } from './episodes.ts'
import { type Failure, MAX_OPEN_TURNS } from './failures.ts'
import { findStatements, foldInto, isAbout } from './statements.ts'
import { readStory, type Story } from './steps.ts'
import type { ReadCall } from './tool-call.ts'
import { splitLanes, splitTurns, type Turn } from './turns.ts'

export interface Extraction {
  observations: ObservationDraft[]
  /** `at` of the first event a later run needs again; undefined when there were no events. */
  resumeAt: number | undefined
}

interface LaneStory {
  turn: number
  agentId: string | undefined
  story: Story
  episodes: Episode[]
}

export function extract(
  events: readonly MemoryEvent[],
  by: { sessionId: string; root: string | undefined },
): Extraction {
  const turns = splitTurns(events)
  if (turns.length === 0) return { observations: [], resumeAt: undefined }
  const open: Failure[] = []
  const failures = new Set<Failure>()
  const lanes: LaneStory[] = []
  turns.forEach((turn, index) => {
    for (const failure of open.filter((one) => index - one.turn > MAX_OPEN_TURNS)) open.splice(open.indexOf(failure), 1)
    for (const lane of splitLanes(turn)) {
      const story = readStory(lane.events, by.root)
      const episodes = walkLane(story, open, { turn: index, agentId: lane.agentId })
      lanes.push({ turn: index, agentId: lane.agentId, story, episodes })
      for (const failure of open) failures.add(failure)
      for (const episode of episodes) if (episode.failure !== undefined) failures.add(episode.failure)
    }
  })
  addUnresolved(failures, lanes)
  const observations = draftAll(turns, lanes, by.sessionId)
  return { observations, resumeAt: findResumeAt(turns, failures, open) }
}

/** A failure that kept its edits to the end is told in the last turn it was worked on. */
function addUnresolved(failures: ReadonlySet<Failure>, lanes: LaneStory[]): void {
  const told = new Set(lanes.flatMap((lane) => lane.episodes.map((episode) => episode.failure)))
  const resolved = (failure: Failure) => told.has(failure)
  for (const failure of failures) {
    if (resolved(failure)) continue
    const episode = unresolvedEpisode(failure)
    const home = lanes.find((lane) => lane.turn === failure.lastTurn && lane.agentId === failure.agentId)
    if (episode !== undefined && home !== undefined) home.episodes.push(episode)
  }
}

function draftAll(turns: readonly Turn[], lanes: readonly LaneStory[], sessionId: string): ObservationDraft[] {
  const ordered = turns.flatMap((turn) => turn.events)
  const tokensBetween = tokenCounter(ordered)
  const all: ObservationDraft[] = []
  const byTurn = new Map<number, { drafts: ObservationDraft[]; told: Set<string> }>()
  const contextOf = (lane: LaneStory, first: number): DraftContext => ({
    sessionId,
    agentId: lane.agentId,
    prompt: turns[first]?.prompt?.text ?? turns[lane.turn]?.prompt?.text ?? '',
    reads: readsOf(lanes, lane.agentId, first, lane.turn),
    tokensBetween,
  })
  const told = new Set<string>()
  for (const lane of lanes) {
    const turn = byTurn.get(lane.turn) ?? { drafts: [], told }
    byTurn.set(lane.turn, turn)
    for (const episode of lane.episodes) {
      const drafted = draftEpisode(episode, contextOf(lane, episode.failure?.turn ?? lane.turn))
      if (drafted === undefined) continue
      turn.drafts.push(drafted.draft)
      for (const sentence of drafted.used) told.add(`${lane.turn}:${sentence}`)
    }
  }
  for (const lane of lanes) {
    const turn = byTurn.get(lane.turn)
    if (turn === undefined) continue
    const used = new Set(
      [...told].filter((mark) => mark.startsWith(`${lane.turn}:`)).map((mark) => mark.slice(`${lane.turn}:`.length)),
    )
    const work = turn.drafts.filter((draft) => draft.agentId === lane.agentId)
    const hasWork = lane.episodes.some((episode) => !episode.reproduction)
    for (const statement of findStatements(lane.story, used, hasWork, contextOf(lane, lane.turn))) {
      const home =
        statement.type === 'discovery' && hasWork
          ? work.find((draft) => work.length === 1 || isAbout(statement, draft))
          : undefined
      if (home === undefined) turn.drafts.push(statement)
      else foldInto(home, statement)
    }
  }
  for (const turn of byTurn.values()) all.push(...mergeDuplicates(turn.drafts))
  return uniqueKeys(all.sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1)))
}

function readsOf(lanes: readonly LaneStory[], agentId: string | undefined, from: number, to: number): ReadCall[] {
  return lanes
    .filter((lane) => lane.agentId === agentId && lane.turn >= from && lane.turn <= to)
    .flatMap((lane) => lane.story.steps.flatMap(({ call }) => (call.kind === 'read' ? [call] : [])))
}

function mergeDuplicates(drafts: readonly ObservationDraft[]): ObservationDraft[] {
  const kept: ObservationDraft[] = []
  for (const draft of drafts.toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))) {
    const index = kept.findIndex((older) => isNearDuplicate(older, draft))
    const older = kept[index]
    if (older === undefined) kept.push(draft)
    else kept[index] = mergeDrafts(older, draft)
  }
  return kept
}

/** One event can begin two episodes (a command that writes a file and commits): the second gets a suffix. */
function uniqueKeys(drafts: ObservationDraft[]): ObservationDraft[] {
  const seen = new Map<string, number>()
  return drafts.map((draft) => {
    const nth = (seen.get(draft.key) ?? 0) + 1
    seen.set(draft.key, nth)
    return nth === 1 ? draft : { ...draft, key: `${draft.key}#${nth}` }
  })
}

/**
 * The last turn is open, so it runs again; so does every turn whose failure reached into a turn that runs again, whether it
 * was fixed there or still may be.
 */
function findResumeAt(
  turns: readonly Turn[],
  failures: ReadonlySet<Failure>,
  open: readonly Failure[],
): number | undefined {
  let first = turns.length - 1
  for (let moved = true; moved; ) {
    moved = false
    for (const failure of failures) {
      const reach = open.includes(failure) ? turns.length : failure.lastTurn
      if (failure.turn < first && reach >= first) {
        first = failure.turn
        moved = true
      }
    }
    // An event of the same millisecond before the turn would come along without its turn.
    while (first > 0 && turns[first]?.startedAt === turns[first - 1]?.endedAt) {
      first--
      moved = true
    }
  }
  return turns[first]?.startedAt
}

function tokenCounter(events: readonly MemoryEvent[]): (first: MemoryEvent, last: MemoryEvent) => number {
  const places = new Map(events.map((event, index) => [event.key, index]))
  return (first, last) => {
    const span = events
      .slice(places.get(first.key) ?? 0, (places.get(last.key) ?? 0) + 1)
      .filter((event) => event.agent?.id === first.agent?.id)
    const messages = new Map(
      span.flatMap((event) =>
        event.usage === undefined ? [] : [[event.usage.messageId, event.usage.tokens] as const],
      ),
    )
    if (messages.size > 0) return [...messages.values()].reduce((sum, tokens) => sum + tokens, 0)
    return span.reduce(
      (sum, event) =>
        sum +
        (event.kind === 'tool'
          ? estimateTokens(JSON.stringify([event.input, event.output]))
          : estimateTokens(event.text)),
      0,
    )
  }
}
