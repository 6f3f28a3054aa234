import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSearch, rawPieces } from './raw-bm25.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'raw-bm25-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function pieces(...lines: object[]) {
  writeFileSync(join(folder, 'one.jsonl'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"torn`)
  return rawPieces(folder, [{ file: 'one.jsonl', repo: 'shop', session: 's', cwd: '/shop' }])
}
const said = (content: unknown) => ({ message: { content } })

describe('raw pieces of a transcript', () => {
  it('are its prompts, messages and commands that commit, and nothing tools returned', () => {
    const found = pieces(
      said('round tax'),
      said([
        { type: 'text', text: 'per line' },
        { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
        { type: 'tool_use', name: 'Bash', input: { command: 'git commit -m rounding' } },
        { type: 'tool_result', content: 'secret output' },
      ]),
    )
    expect(found.map(({ text }) => text)).toEqual(['round tax', 'per line', 'git commit -m rounding'])
  })

  it('overlap by 300 characters', () => {
    const found = pieces(said('x'.repeat(2900)))
    expect(found.map(({ text }) => text.length)).toEqual([1500, 1500, 500])
  })
})

describe('raw search', () => {
  it('puts the piece with the rarer words first', () => {
    const search = makeSearch(pieces(said('tax is due'), said('tax is rounded per line'), said('lunch')))
    expect(search('how is tax rounded?', 5).map(({ text }) => text)).toEqual(['tax is rounded per line', 'tax is due'])
  })
})
