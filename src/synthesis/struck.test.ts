import { describe, expect, it } from 'vitest'
import { withoutStruck } from './struck.ts'

const GONE = 'Waiting jobs are written to the disk by `drainQueue`, one file each.'
const LEFT = 'The worker closes its socket only when the queue is empty.'
const named = (title: string, subtitle: string) =>
  withoutStruck({ title, subtitle, narrative: `${LEFT} ${GONE}\n${GONE}` }, new Set([GONE]))

describe('a memory without the lines that were struck', () => {
  it('keeps the others, and its own name', () =>
    expect(named('Keep jobs on a deploy', 'we lose jobs')).toEqual({
      title: 'Keep jobs on a deploy',
      subtitle: 'we lose jobs',
      narrative: LEFT,
    }))

  it('is named by what was asked where such a line was its name', () => {
    const name = 'Waiting jobs are written to the disk by drainQueue, one file each'
    expect(named(name, 'We lose jobs')).toMatchObject({ title: 'We lose jobs', subtitle: '' })
    expect(named(`We lose jobs — ${name}`, '')).toMatchObject({ title: 'We lose jobs', subtitle: '' })
    expect(named(name, '').title).toBe('The worker closes its socket only when the queue is empty')
  })

  it('keeps its name where nothing else is left to name it by', () => {
    const title = 'Waiting jobs are written to the disk by drainQueue, one file each'
    expect(withoutStruck({ title, subtitle: '', narrative: GONE }, new Set([GONE]))).toEqual({
      title,
      subtitle: '',
      narrative: '',
    })
  })
})
