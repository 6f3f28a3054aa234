/**
 * A batch's events as the blocks a prompt shows. Events without content are skipped, consecutive calls of one tool
 * share a block and a reference, and what does not fit is first shortened and then left out, least informative first.
 */
import type { MemoryEvent } from '../../memory/event.ts'
import { estimateTokens } from '../../memory/token-estimate.ts'
import { renderEvent, weightOf } from './event-text.ts'
import { EMPTY_FENCE, neutralise } from './fence.ts'

export interface EventBlock {
  /** Our own fixed words, without observed text. */
  label: string
  data: string
  /** Keys of the events it shows. */
  keys: string[]
}

// 6: with a longer run of calls a reference would mean anything
const MAX_MERGED = 6
// Each step halves what an event may take; below an eighth there is too little left to judge.
const SCALES = [1, 0.5, 0.25, 0.125]
/** `[e12] ` and a line break. */
const REF_TOKENS = 4

export function chooseBlocks(
  events: readonly MemoryEvent[],
  by: { root: string | undefined; tokens: number },
): { blocks: EventBlock[]; leftOut: number } {
  const groups = groupEvents(events)
  const total = groups.reduce((sum, group) => sum + group.length, 0)
  for (const scale of SCALES) {
    const blocks = groups.map((group) => renderBlock(group, { scale, root: by.root }))
    if (sumOf(blocks) <= by.tokens) return { blocks, leftOut: 0 }
  }
  const blocks = keepBest(groups, by)
  return { blocks, leftOut: total - blocks.reduce((sum, block) => sum + block.keys.length, 0) }
}

function groupEvents(events: readonly MemoryEvent[]): MemoryEvent[][] {
  const groups: MemoryEvent[][] = []
  const said = new Set<string>()
  for (const event of events) {
    if (!tellsSomething(event)) continue
    if (event.kind === 'assistant_text') said.add(event.text.trim())
    // The end of a turn repeats the assistant's last message.
    if (event.kind === 'stopped' && said.has(event.text.trim())) continue
    const group = groups.at(-1)
    if (group !== undefined && group.length < MAX_MERGED && belongsTo(event, group[0])) group.push(event)
    else groups.push([event])
  }
  return groups
}

function tellsSomething(event: MemoryEvent): boolean {
  return event.kind === 'tool' || (weightOf(event) > 0 && event.text.trim() !== '')
}

function belongsTo(event: MemoryEvent, first: MemoryEvent | undefined): boolean {
  return (
    event.kind === 'tool' &&
    first?.kind === 'tool' &&
    event.tool === first.tool &&
    (event.call.result === 'failed') === (first.call.result === 'failed') &&
    event.agent?.id === first.agent?.id
  )
}

function renderBlock(group: readonly MemoryEvent[], by: { scale: number; root: string | undefined }): EventBlock {
  // The calls of one block share the room of one and a half.
  const each = group.length === 1 ? by.scale : (by.scale * 1.5) / group.length
  const text = group.map((event) => renderEvent(event, each)).join('\n---\n')
  return {
    label: labelOf(group),
    data: neutralise(by.root === undefined || by.root.length < 2 ? text : text.replaceAll(`${by.root}/`, '')),
    keys: group.map((event) => event.key),
  }
}

function labelOf(group: readonly MemoryEvent[]): string {
  const first = group[0]
  const by = first?.agent === undefined ? '' : ', by a subagent'
  switch (first?.kind) {
    case 'tool':
      return `${countOf(group)}${first.call.result === 'failed' ? ', failed' : ''}${by}`
    case 'prompt':
      return first.machineMade ? 'notice from the program' : 'prompt from the user'
    case 'stopped':
      return first.failed ? 'turn ended by an error' : `last words of the turn${by}`
    case 'subagent_stopped':
    case 'reported':
      return "a subagent's report"
    default:
      return `words of the assistant${by}`
  }
}

function countOf(group: readonly MemoryEvent[]): string {
  return group.length === 1 ? 'tool call' : `${group.length} tool calls`
}

/**
 * Heaviest first until the room is used; among equals those at the edges, because the middle of a batch is mostly
 * routine.
 */
function keepBest(
  groups: readonly MemoryEvent[][],
  { tokens, root }: { tokens: number; root: string | undefined },
): EventBlock[] {
  const middle = (groups.length - 1) / 2
  const ranked = groups
    .map((group, index) => ({ group, index, weight: Math.max(...group.map(weightOf)) }))
    .sort((a, b) => b.weight - a.weight || Math.abs(b.index - middle) - Math.abs(a.index - middle) || a.index - b.index)
  const kept: { index: number; block: EventBlock }[] = []
  let left = tokens
  for (const { group, index } of ranked) {
    const block = renderBlock(group, { scale: SCALES.at(-1) ?? 1, root })
    const cost = tokensOf(block)
    if (cost > left) continue
    left -= cost
    kept.push({ index, block })
  }
  return kept.sort((a, b) => a.index - b.index).map(({ block }) => block)
}

function sumOf(blocks: readonly EventBlock[]): number {
  return blocks.reduce((sum, block) => sum + tokensOf(block), 0)
}

function tokensOf(block: EventBlock): number {
  return estimateTokens(block.label + block.data + EMPTY_FENCE) + REF_TOKENS
}
