/**
 * What was said in a session's turns: each prompt of a person, and the closing words of its turn. The last question
 * about a session shows these for all turns covered by earlier questions: a summary is made from what was said, and
 * tool output has been processed by then.
 */
import type { MemoryEvent } from '../../memory/event.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import type { EventBlock } from './event-blocks.ts'
import { renderEvent } from './event-text.ts'
import { EMPTY_FENCE, neutralise } from './fence.ts'

/** Same shape as a block of events, so that both are referred to in the same way. */
export interface ChosenTexts {
  blocks: EventBlock[]
  leftOut: number
}

/** Did anything happen that a later session could want to know? An unanswered prompt does not count. */
export function isContent(event: MemoryEvent): boolean {
  switch (event.kind) {
    case 'tool':
      return true
    case 'prompt':
    case 'session_started':
    case 'session_ended':
    case 'compacting':
    case 'compacted': // what it summarises was already counted
    case 'titled':
      return false
    case 'stopped':
      return !event.failed && event.text.trim() !== ''
    default:
      return event.text.trim() !== ''
  }
}

/** `spoken` oldest first. Leaves out text between tool calls and what subagents said among themselves. */
export function findTurnTexts(spoken: readonly MemoryEvent[]): MemoryEvent[] {
  const found: MemoryEvent[] = []
  const told = new Set<string>()
  let closing: MemoryEvent | undefined
  const close = () => {
    const text = closing && 'text' in closing ? closing.text.trim() : ''
    // The host reports the end of a turn, and its transcript repeats the same words.
    if (closing && !told.has(text)) found.push(closing)
    told.add(text)
    closing = undefined
  }
  for (const event of spoken) {
    if (event.agent !== undefined) continue
    if (event.kind === 'prompt') {
      close()
      if (!event.machineMade && event.text.trim() !== '') found.push(event)
    } else if ((event.kind === 'assistant_text' || event.kind === 'stopped') && isContent(event)) {
      closing = event
      if (event.kind === 'stopped') close()
    }
  }
  close()
  return found
}

// Older texts may be shortened to a quarter before they are left out: with less they cannot be understood.
const SCALES = [1, 0.25]
/** `[e12] ` and a line break. */
const REF_TOKENS = 4

/** The newest that fit, in their own order: the beginning of a long session is left out first. */
export function chooseTexts(
  texts: readonly MemoryEvent[],
  by: { root: string | undefined; tokens: number },
): ChosenTexts & { tokens: number } {
  const blocks: EventBlock[] = []
  let left = by.tokens
  for (const event of texts.toReversed()) {
    const fitting = SCALES.map((scale) => renderText(event, { scale, root: by.root })).find(
      (block) => tokensOf(block) <= left,
    )
    if (fitting === undefined) break
    left -= tokensOf(fitting)
    blocks.unshift(fitting)
  }
  return { blocks, leftOut: texts.length - blocks.length, tokens: by.tokens - left }
}

function renderText(event: MemoryEvent, by: { scale: number; root: string | undefined }): EventBlock {
  const text = renderEvent(event, by.scale)
  return {
    label: event.kind === 'prompt' ? 'prompt from the user' : 'last words of the turn',
    data: neutralise(by.root === undefined || by.root.length < 2 ? text : text.replaceAll(`${by.root}/`, '')),
    keys: [event.key],
  }
}

function tokensOf(block: EventBlock): number {
  return estimateTokens(block.label + block.data + EMPTY_FENCE) + REF_TOKENS
}
