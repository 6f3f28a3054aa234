import { describe, expect, it } from 'vitest'
import { beginsAnew, losesContext } from './session-beginning.ts'

const started = (text: string) => ({ kind: 'session_started', text })

describe('a session', () => {
  it.each(['startup', 'clear', 'compact'])('begins anew by %s', (source) =>
    expect(beginsAnew(started(source))).toBe(true),
  )
  it.each(['resume', 'fork', 'unknown'])('goes on by %s, with all it was told', (source) =>
    expect([beginsAnew(started(source)), losesContext(started(source))]).toEqual([false, false]),
  )
  it('loses what it was told where it goes on with an empty context', () =>
    expect(['startup', 'clear', 'compact'].map((source) => losesContext(started(source)))).toEqual([false, true, true]))
  it('begins by no other event', () =>
    expect([
      beginsAnew({ kind: 'prompt', text: 'clear' }),
      losesContext({ kind: 'session_ended', text: 'clear' }),
    ]).toEqual([false, false]))
})
