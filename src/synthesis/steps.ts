/** A lane as steps: each call with what was said before it, so that words and deeds can be told as one. */
import type { MemoryEvent } from '../memory/event.ts'
import { splitSentences } from './sentences.ts'
import { type Call, type EditCall, type MoveCall, readCalls } from './tool-call.ts'

export interface Said {
  sentence: string
  event: MemoryEvent
}

export interface Step {
  call: Call
  /** Said since the call before this one. */
  before: Said[]
  /** Said between this call and the next. */
  after: Said[]
}

export interface ChangeStep extends Step {
  call: EditCall | MoveCall
}

export interface Story {
  steps: Step[]
  /** Everything the assistant said in the lane, in order, each sentence once. */
  said: Said[]
}

export function readStory(events: readonly MemoryEvent[], root: string | undefined): Story {
  const steps: Step[] = []
  const all: Said[] = []
  const known = new Set<string>()
  let since: Said[] = []
  for (const event of events) {
    if (event.kind === 'tool') {
      const calls = readCalls(event, root)
      for (const call of calls) steps.push({ call, before: since, after: [] })
      if (calls.length > 0) since = []
      continue
    }
    const spoken =
      event.kind === 'assistant_text' ||
      (event.kind === 'stopped' && !event.failed) ||
      event.kind === 'subagent_stopped'
    if (!spoken) continue
    for (const sentence of splitSentences(event.text)) {
      // A turn's last message arrives twice: as text and with the stop.
      if (known.has(sentence)) continue
      known.add(sentence)
      const said = { sentence, event }
      all.push(said)
      since.push(said)
      const last = steps.at(-1)
      if (last !== undefined) last.after.push(said)
    }
  }
  return { steps, said: all }
}

export function fileOf(change: ChangeStep): string {
  return change.call.kind === 'move' ? change.call.to : change.call.file
}
