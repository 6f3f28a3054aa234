import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadGrammar, parseWith } from './grammars.ts'

const folder = mkdtempSync(join(tmpdir(), 'claude-mem-grammars-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a grammar', () => {
  it('that is missing or damaged is none, not an exception', async () => {
    expect(await loadGrammar('python', join(folder, 'nowhere'))).toBeUndefined()
    writeFileSync(join(folder, 'python.wasm.br'), 'not a grammar')
    expect(await loadGrammar('python', folder)).toBeUndefined()
  })

  it('is loaded once', async () => {
    expect(await loadGrammar('python')).toBe(await loadGrammar('python'))
  })

  it('gives up on a file at its time limit, and reads the next one from its beginning', async () => {
    const grammar = await loadGrammar('javascript')
    if (!grammar) throw new Error('npm run prepare fetches the grammars')
    const long = 'a(b(c(d)));\n'.repeat(50_000)
    expect(await parseWith(grammar, { text: long, mostMs: 0 }, () => 'parsed')).toBeUndefined()
    expect(await parseWith(grammar, { text: 'x' }, (tree) => tree.rootNode.text)).toBe('x')
  })
})
