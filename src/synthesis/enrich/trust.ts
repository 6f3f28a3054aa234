/**
 * Where an observation's words come from. `untrusted` does not mean wrong: the label is stored with the text, so that
 * agents get it as a report of what someone wrote and never as an instruction.
 */
import type { MemoryEvent } from '../../memory/event.ts'
import type { ObservationDraft, ObservationOrigin } from '../../memory/observation.ts'
import { runsOf } from '../word-runs.ts'
import { isAgentInstruction } from './agent-instruction.ts'
import { renderEvent } from './event-text.ts'
import { isOutside } from './outside.ts'

export interface Surroundings {
  root: string | undefined
  nearby: readonly MemoryEvent[]
}

export type Words = Pick<ObservationDraft, 'title' | 'subtitle' | 'narrative' | 'facts'>

/**
 * `evidence` are its source events. `nearby` are all events the model saw: a model that obeys a web page can name
 * harmless evidence for its words, so words that repeat outside text count as coming from there.
 */
export function originOf(words: Words, evidence: readonly MemoryEvent[], by: Surroundings): ObservationOrigin {
  if (evidence.some((event) => isOutside(event, by.root))) return 'untrusted'
  const texts = [words.title, words.subtitle, words.narrative, ...words.facts]
  // Joined as well: an order may be spread over title and narrative.
  if (texts.some(isAgentInstruction) || isAgentInstruction(texts.join(' '))) return 'untrusted'
  const theirs = runsFromOutside(by)
  return texts.some((text) => runsOf(text).some((run) => theirs.has(run))) ? 'untrusted' : 'session'
}

/** Cached: an answer has many changes, and reading a megabyte of nearby pages takes a tenth of a second. */
const known = new WeakMap<Surroundings, ReadonlySet<string>>()

function runsFromOutside(by: Surroundings): ReadonlySet<string> {
  const read = known.get(by)
  if (read) return read
  const outside = by.nearby.filter((event) => isOutside(event, by.root))
  const runs = new Set(outside.flatMap((event) => runsOf(renderEvent(event, Number.MAX_SAFE_INTEGER))))
  known.set(by, runs)
  return runs
}
