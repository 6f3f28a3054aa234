import { describe, expect, it } from 'vitest'
import { changedTerms } from './changed-terms.ts'
import { type SessionWriter, session } from './fixture-events.ts'
import { filesOf } from './memory-files.ts'
import { splitRequests } from './requests.ts'
import { splitTurns } from './turns.ts'

function requestOf(writer: SessionWriter) {
  const [request] = splitRequests(splitTurns(writer.events))
  if (request === undefined) throw new Error('the session has no request')
  return request
}

const worked = () =>
  session()
    .prompt('round totals at the end')
    .reads('src/tax.ts', 'export const tax = 1')
    .reads('src/money.ts', 'export const cents = 1')
    .edits('src/total.ts', 'roundEach(items)', 'roundOnce(items)')
    .edits('src/receipt.ts', 'print(a)', 'print(b)')

describe('the files of a memory', () => {
  it('are those its work changed, and those its words name among what was read', () => {
    const request = requestOf(worked())
    const changes = request.calls.filter(({ call }) => call.act === 'edit')
    expect(filesOf(request, { text: 'tax.ts has three digits', changes, root: '/repo' })).toEqual({
      filesModified: ['src/total.ts', 'src/receipt.ts'],
      filesRead: ['src/tax.ts'],
    })
  })

  it('are only those its words name where it tells no work', () => {
    const text = 'The sum in src/total.ts needs tax.ts'
    expect(filesOf(requestOf(worked()), { text, changes: undefined, root: '/repo' })).toEqual({
      filesModified: ['src/total.ts'],
      filesRead: ['src/tax.ts'],
    })
  })

  it('are no scratch files, and none of what failed', () => {
    const request = requestOf(session().prompt('try it').edits('src/total.ts', 'a', 'b').edits('src/no.ts', 'a', 'b'))
    const [, failed] = request.calls
    if (failed !== undefined) failed.call = { ...failed.call, result: 'failed' }
    const [first] = request.calls
    const scratch = first && { ...first, call: { ...first.call, files: ['/tmp/try.ts', '/dev/shm/try.ts'] } }
    const calls = [...request.calls, ...(scratch ? [scratch] : [])]
    expect(
      filesOf({ ...request, calls }, { text: 'total.ts, no.ts and try.ts', changes: undefined, root: '/repo' })
        .filesModified,
    ).toEqual(['src/total.ts'])
  })
})

describe('the terms of what a request changed', () => {
  it('are its files and the names in changed lines', () => {
    const { changed, worked: any } = changedTerms(requestOf(worked()))
    expect(any).toBe(true)
    for (const term of ['total', 'receipt', 'roundeach', 'roundonce']) expect(changed).toContain(term)
    expect(changed).not.toContain('tax')
  })

  it('are none where nothing was changed', () => {
    expect(changedTerms(requestOf(session().prompt('look').reads('src/tax.ts', 'x')))).toEqual({
      changed: new Set(),
      worked: false,
    })
  })
})
