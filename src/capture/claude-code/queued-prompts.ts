/**
 * Prompts typed while the agent worked. They wait in the host's queue (`enqueue`). Then they become an ordinary prompt
 * (`dequeue`, followed by their own line), return to the user (`popAll`), or are handed to the agent in the middle of
 * its turn (`remove`). The last kind is recorded nowhere else, except that newer hosts also write what they handed
 * over. Each prompt is returned once. An end does not always name its prompt, so prompts are matched by their words,
 * else by order.
 */
import { shortHash } from '../short-hash.ts'
import { queuedText } from './machine-made.ts'
import type { HandedLine, QueueLine } from './transcript-line.ts'

export interface QueuedPrompt {
  key: string
  text: string
  at: number
  /** Byte offset of the line that queued it. */
  start: number
}

interface Waiting extends QueuedPrompt {
  /** Already returned; it only waits for its end. */
  said: boolean
  /** The person has moved on: its end may never come, so it no longer holds back the cursor. */
  passed: boolean
}

export interface Queue {
  waiting: Waiting[]
  /** Prompts taken from the queue whose own line has not been read yet. */
  taken: number
  /** Words handed over by an end that came before the line that repeats them. */
  handed: string[]
}

export function emptyQueue(): Queue {
  return { waiting: [], taken: 0, handed: [] }
}

/** The prompt this operation handed over, if any. */
export function operate(queue: Queue, line: QueueLine, start: number): QueuedPrompt | undefined {
  const text = queuedText(line.content ?? '')
  switch (line.operation) {
    case 'enqueue':
      if (text !== '') queue.waiting.push({ ...madeOf(text, line.timestamp, start), said: false, passed: false })
      return undefined
    case 'dequeue':
      queue.taken += 1
      return undefined
    case 'popAll':
      takeOut(queue, text)
      return undefined
    case 'remove': {
      if ((line.content ?? '') !== '' && text === '') return undefined
      const found = takeOut(queue, text)
      if (found === undefined || found.said || (line.reason && line.reason !== 'absorbed_mid_turn')) return undefined
      queue.handed.push(found.text)
      return found
    }
    default:
      return undefined
  }
}

/** The same, from the line that repeats the words; undefined when already returned or not a person's. */
export function handedOver(queue: Queue, line: HandedLine, start: number): QueuedPrompt | undefined {
  const text = textOfHanded(line)
  if (text === '') return undefined
  const before = queue.handed.indexOf(text)
  if (before >= 0) {
    queue.handed.splice(before, 1)
    return undefined
  }
  const found = queue.waiting.find((one) => one.text === text && !one.said)
  if (found === undefined) return madeOf(text, line.timestamp, start)
  found.said = true
  return found
}

/** A person's ordinary prompt: it may be a queued one, joined with others of the queue. */
export function promptCame(queue: Queue, prompt: string): void {
  const itself = queue.waiting.filter((one) => `\n${prompt}\n`.includes(`\n${one.text}\n`))
  // The queue has only a placeholder for pasted text: then it is the first waiting prompt.
  const gone = itself.length > 0 || queue.taken === 0 ? itself : queue.waiting.slice(0, 1)
  queue.taken = 0
  queue.handed = []
  queue.waiting = queue.waiting.filter((one) => !gone.includes(one) && !one.passed)
  for (const one of queue.waiting) one.passed = true
}

/** Where reading has to start again so that no prompt is lost; undefined when none waits. */
export function queueStart(queue: Queue): number | undefined {
  return queue.waiting.find((one) => !one.said && !one.passed)?.start
}

function takeOut(queue: Queue, text: string): Waiting | undefined {
  const named = queue.waiting.findIndex((one) => one.text === text)
  const at = text === '' ? 0 : named
  return at < 0 ? undefined : queue.waiting.splice(at, 1)[0]
}

function madeOf(text: string, timestamp: string, start: number): QueuedPrompt {
  const at = Date.parse(timestamp)
  return { key: `q:${timestamp}:${shortHash(text)}`, text, at: Number.isNaN(at) ? 0 : at, start }
}

/** Other agents' messages and task notifications are handed over in the same way. */
function textOfHanded({ attachment }: HandedLine): string {
  const { prompt, commandMode, origin, isMeta } = attachment
  if (isMeta || (commandMode && commandMode !== 'prompt') || (origin?.kind && origin.kind !== 'human')) return ''
  return queuedText(handedText(prompt))
}

export function handedText(prompt: HandedLine['attachment']['prompt']): string {
  if (typeof prompt === 'string') return prompt
  const texts = prompt.map((block) => (block?.type === 'text' ? (block.text ?? '') : ''))
  return texts.filter((part) => part.trim() !== '').join('\n')
}
