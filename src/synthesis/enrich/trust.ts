/**
 * Where an observation's words come from. `untrusted` is not "wrong": it is kept beside the text, so that it is handed to
 * agents as a report of what someone wrote and never as something to act on.
 */
import type { MemoryEvent } from '../../memory/event.ts'
import { isAgentInstruction } from './agent-instruction.ts'
import { renderEvent } from './event-text.ts'
import { skeleton } from './look-alikes.ts'
import { isOutside } from './outside.ts'

export type Origin = 'session' | 'untrusted'

/**
 * `events` is the observation's evidence. `nearby` are the other events the model saw: a model that obeys a web page can name
 * harmless evidence for its words, so words that repeat outside text count as coming from there.
 */
export function originOf(
  texts: readonly string[],
  events: readonly MemoryEvent[],
  by: { root: string | undefined; nearby?: readonly MemoryEvent[] },
): Origin {
  if (events.some((event) => isOutside(event, by.root))) return 'untrusted'
  if (texts.some(isAgentInstruction) || isAgentInstruction(texts.join(' '))) return 'untrusted'
  const outside = (by.nearby ?? []).filter((event) => isOutside(event, by.root))
  return repeats(texts, outside) ? 'untrusted' : 'session'
}

// 7 words in the same order are not chance, unless they are a command line that both quote.
const RUN_OF_WORDS = 7

function repeats(texts: readonly string[], outside: readonly MemoryEvent[]): boolean {
  if (outside.length === 0) return false
  const theirs = new Set(outside.flatMap((event) => runsOf(renderEvent(event, Number.MAX_SAFE_INTEGER))))
  return texts.some((text) => runsOf(text).some((run) => theirs.has(run)))
}

function runsOf(text: string): string[] {
  const words = skeleton(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(RUN_OF_WORDS - 1).map((_, index) => words.slice(index, index + RUN_OF_WORDS).join(' '))
}
