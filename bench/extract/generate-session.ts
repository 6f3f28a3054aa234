/** Random sessions of plausible events: failures, edits, passes, commits, talk, subagents, several events in a millisecond. */
import { keptToolEvent } from '../../src/capture/kept-event.ts'
import type { MemoryEvent } from '../../src/memory/event.ts'

export function random(seed: number): () => number {
  let state = seed * 2654435761 + 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const FILES = ['src/cart.ts', 'src/price.ts', 'src/api/orders.ts', 'test/cart.test.ts', 'docs/guide.md', 'tmp_check.ts']
const COMMANDS = ['npx vitest run test/cart.test.ts', 'npm run build', 'npx tsc --noEmit', 'npx vitest run']
const ERRORS = [
  'TypeError: total is not a function\n    at sum (/repo/src/cart.ts:4:9)',
  "src/price.ts(3,7): error TS2339: Property 'net' does not exist on type 'Price'.",
  'AssertionError: expected 10 to be 12\n FAIL test/cart.test.ts > adds tax',
]
const TALK = [
  'The problem is that `sum` rounds before it adds the tax.',
  'I decided to keep `roundCents` in price.ts instead of a decimal library because totals stay below 2^53.',
  "Let's modify `applyTax` to round after the sum.",
  'That did not fix `sum`.',
  '`applyTax` now rounds after the sum.',
]
const PROMPTS = [
  'Fix the rounding in the cart total',
  'continue',
  'Add a discount to orders',
  'commit this',
  'why is it slow?',
]

export function generateSession(seed: number): MemoryEvent[] {
  const next = random(seed + 1)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T // never empty
  const events: MemoryEvent[] = []
  let at = 1000
  const count = 10 + Math.floor(next() * 70)
  for (let i = 0; i < count; i++) {
    // Now and then two events share a millisecond, also across a turn's start.
    at += next() < 0.15 ? 0 : 50 + Math.floor(next() * 500)
    const base = {
      sessionId: 'gen',
      at,
      position: i,
      origin: 'transcript' as const,
      ...(next() < 0.08 ? { agent: { id: 'a1', type: 'Explore' } } : {}),
    }
    const usage = next() < 0.3 ? { usage: { messageId: `m${Math.floor(i / 3)}`, tokens: 100 } } : {}
    const roll = next()
    if (roll < 0.14 || i === 0) {
      const { agent: _none, ...own } = { agent: undefined, ...base }
      events.push({ ...own, kind: 'prompt', key: `p:${i}`, text: pick(PROMPTS), machineMade: next() < 0.2 })
    } else if (roll < 0.32)
      events.push({ ...base, kind: 'assistant_text', key: `m:${i}:0`, text: `${pick(TALK)} ${pick(TALK)}` })
    else
      events.push(
        keptToolEvent({
          ...base,
          ...usage,
          kind: 'tool',
          host: 'claude-code',
          key: `t:${i}`,
          toolUseId: `toolu_${i}`,
          ...toolCall(next, pick, i),
        }),
      )
  }
  return events
}

function toolCall(next: () => number, pick: <T>(from: readonly T[]) => T, i: number) {
  const roll = next()
  if (roll < 0.45) {
    const file = `/repo/${pick(FILES)}`
    const lines = [
      ' export function sum(items) {',
      `-  return total(items, ${i % 7})`,
      `+  return addTax(items, ${i})`,
      `+  const step${i % 4} = 1`,
    ]
    const output = { filePath: file, structuredPatch: [{ oldStart: 3, oldLines: 2, newStart: 3, newLines: 3, lines }] }
    return { tool: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b' }, output, failed: false }
  }
  if (roll < 0.5)
    return {
      tool: 'Bash',
      input: { command: `git commit -am "fix: round totals ${i % 5}"` },
      output: { stdout: `[main abc123${i % 9}] fix` },
      failed: false,
    }
  if (roll < 0.6)
    return {
      tool: 'Read',
      input: { file_path: `/repo/${pick(FILES)}` },
      output: { type: 'text', file: { content: 'export function sum(items) {', startLine: 1 } },
      failed: false,
    }
  const command = pick(COMMANDS)
  if (roll < 0.8) return { tool: 'Bash', input: { command }, output: `Exit code 1\n${pick(ERRORS)}`, failed: true }
  return { tool: 'Bash', input: { command }, output: { stdout: ' Tests  4 passed (4)', stderr: '' }, failed: false }
}
