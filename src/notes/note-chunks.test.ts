import { describe, expect, it } from 'vitest'
import type { NoteChunk } from '../memory/note.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { chunkNote } from './note-chunks.ts'

/** About `tokens` of words in lines, none like another. */
function prose(name: string, tokens: number): string {
  const lines: string[] = []
  for (let n = 0; estimateTokens(lines.join('\n')) < tokens; n++)
    lines.push(`The ${name} says its sentence number ${n} here, and then it ends.`)
  return lines.join('\n')
}

const lines = (text: string) => text.split(/\r?\n/)
const range = ({ startLine, endLine }: NoteChunk) => [startLine, endLine]

describe('a small note', () => {
  it('is one chunk with all its lines', () => {
    expect(chunkNote('# Memory\n\n## Tools\n- pnpm\n\n## People\n- Ana\n')).toMatchObject([
      { startLine: 1, endLine: 7, heading: 'Memory', text: '# Memory\n\n## Tools\n- pnpm\n\n## People\n- Ana' },
    ])
  })
  it.each(['', '\n\n', '---\ntitle: x\n---\n', '<!-- claude-mem:x -->\n', '\uFEFF'])(
    'is nothing without words: %j',
    (text) => expect(chunkNote(text)).toEqual([]),
  )
  it('has front matter that is not text but counts as lines', () => {
    expect(chunkNote('---\ntags: [a]\n---\n\nWords\n')).toMatchObject([{ startLine: 5, endLine: 5, text: 'Words' }])
    expect(chunkNote('---\nWords, but no end\n')[0]?.text).toContain('Words')
  })
  it('counts lines the same with CRLF', () => {
    const text = '# A\n\nfirst\n\nsecond\n'
    expect(chunkNote(text.replaceAll('\n', '\r\n'))).toEqual(chunkNote(text))
  })
})

describe('our own marks', () => {
  it('are left out, alone, at the end of a line, and over several lines', () => {
    const marked =
      '- one <!-- claude-mem:from a -->\n<!-- claude-mem:b -->\n- two\n<!-- claude-mem:c\nd\n-->\n- three\n'
    const [chunk] = chunkNote(marked)
    expect(chunk).toMatchObject({ startLine: 1, endLine: 7, text: '- one \n- two\n- three' })
    expect(chunk?.key).toBe(chunkNote('- one\n- two\n- three')[0]?.key)
  })
  it('are told from other comments, and from what stands in code', () => {
    const text = '<!-- a note to self -->\n```\n<!-- claude-mem:x -->\n```\n<!-- claude-mem:never closed\nwords'
    expect(chunkNote(text)[0]?.text).toBe(text)
  })
})

describe('a large note', () => {
  it('is cut before headings, and says under which', () => {
    const text = `# Decisions\n\n## Database\n${prose('db', 300)}\n\n## Cache\n${prose('cache', 300)}\n`
    const chunks = chunkNote(text)
    expect(chunks.map(({ heading }) => heading)).toEqual(['Decisions › Database', 'Decisions › Cache'])
    expect(chunks[0]?.text).toMatch(/^# Decisions\n\n## Database\n/)
    expect(chunks[1]?.text).toMatch(/^## Cache\n/)
  })
  it('knows underlined headings', () => {
    const text = `Title\n=====\n\nDatabase\n---\n${prose('db', 300)}\n\nCache\n---\n${prose('cache', 300)}\n`
    expect(chunkNote(text).map(({ heading }) => heading)).toEqual(['Title › Database', 'Title › Cache'])
  })
  it('keeps small sections below one H2 together, and those of two H2 apart', () => {
    const sub = (name: string) => `### ${name}\n${prose(name, 90)}\n`
    const text = `## One\n${['a', 'b', 'c', 'd', 'e'].map(sub).join('\n')}\n## Two\n${sub('f')}`
    expect(chunkNote(text).map(({ heading, text }) => [heading, text.match(/^#+ .*/gm)?.join(' ')])).toEqual([
      ['One', '## One ### a ### b ### c'],
      ['One', '### d ### e'],
      ['Two › f', '## Two ### f'],
    ])
  })
  it('is cut at an empty line rather than at an item, and at an item rather than at a line', () => {
    const paragraphs = [prose('a', 250), prose('b', 100), prose('c', 300)].join('\n\n')
    expect(chunkNote(paragraphs, { overlapTokens: 0 }).map(({ text }) => text)).toEqual([
      `${prose('a', 250)}\n\n${prose('b', 100)}`,
      prose('c', 300),
    ])
    const item = (name: string) => `- ${prose(name, 90).replaceAll('\n', '\n  ')}`
    const list = ['a', 'b', 'c', 'd', 'e', 'f'].map(item).join('\n')
    for (const { text } of chunkNote(list, { overlapTokens: 0 })) expect(text).toMatch(/^- /)
  })
  it('keeps a fence whole where it fits, also when what looks like a heading stands in it', () => {
    const fence = `\`\`\`sh\n# not a heading\n${prose('code', 330)}\n\n## nor this\n\`\`\``
    const chunks = chunkNote(`## Run\n${prose('before', 200)}\n${fence}\n${prose('after', 200)}\n`)
    expect(chunks.filter(({ text }) => text.includes(fence)).length).toBe(1)
    expect(new Set(chunks.map(({ heading }) => heading))).toEqual(new Set(['Run']))
  })
  it('is cut inside a fence that fits nowhere', () => {
    const chunks = chunkNote(`\`\`\`\n${prose('code', 2000)}\n\`\`\``)
    expect(chunks.length).toBeGreaterThan(4)
    for (const { text } of chunks) expect(estimateTokens(text)).toBeLessThanOrEqual(400)
  })
  it.each([
    ['sentences', prose('line', 5000).replaceAll('\n', ' ')],
    ['words', 'word '.repeat(4000)],
    ['nothing at all', 'x'.repeat(20_000)],
    ['East Asian sentences', '我们决定使用数据库。'.repeat(1000)],
    ['characters of four bytes', '😀'.repeat(5000)],
    ['an open code span', `\`${'Sentence one. '.repeat(2000)}`],
  ])('is cut inside a line without end, at %s', (_, line) => {
    const chunks = chunkNote(`# Log\n${line}\nend\n`, { overlapTokens: 0 })
    for (const { text } of chunks) expect(estimateTokens(text)).toBeLessThanOrEqual(400)
    const whole = chunks.map(({ text }) => text).join('')
    expect(whole.replace(/\s/g, '')).toBe(`#Log${line}end`.replace(/\s/g, ''))
    expect(chunks.length).toBeLessThan((estimateTokens(line) / 400) * 1.5 + 2)
  })
  it('takes a megabyte without a line end in little time', () => {
    expect(chunkNote(`${'a. '.repeat(300_000)}\n${' '.repeat(500_000)}x`).length).toBeGreaterThan(500)
  })
})

describe('the overlap', () => {
  it('repeats whole lines from the end of the chunk before, within its tokens', () => {
    const chunks = chunkNote(prose('line', 1000))
    for (const [n, { text, startLine }] of chunks.entries()) {
      const before = chunks[n - 1]
      if (before === undefined) continue
      const repeated = before.endLine - startLine + 1
      expect(repeated).toBeGreaterThan(1)
      expect(lines(text).slice(0, repeated)).toEqual(lines(before.text).slice(-repeated))
      expect(estimateTokens(lines(text).slice(0, repeated).join('\n'))).toBeLessThanOrEqual(80)
    }
  })
  it('repeats sentences where a line is too long for it', () => {
    const paragraph = (name: string) => prose(name, 300).replaceAll('\n', ' ')
    const [first, second] = chunkNote(`${paragraph('a')}\n\n${paragraph('b')}`)
    const repeated = second?.text.split('\n\n')[0] ?? ''
    expect(repeated).toMatch(/^The a says its sentence number \d+ here, and then it ends\. The a/)
    expect(first?.text.endsWith(repeated)).toBe(true)
    expect(second).toMatchObject({ startLine: 1, endLine: 3 })
  })
  it('never reaches over a heading', () => {
    const text = ['# a', '## b', '### c', '# d'].map((head) => `${head}\n${prose(head, 350)}`).join('\n')
    for (const { text: chunk } of chunkNote(text)) expect(chunk).toMatch(/^#/)
  })
})

describe('the key of a chunk', () => {
  const note = (parts: Record<string, string>) =>
    Object.entries(parts)
      .map(([name, text]) => `## ${name}\n\n${text}\n`)
      .join('\n')
  const parts = Object.fromEntries(['a', 'b', 'c', 'd'].map((name, n) => [name, prose(name, 150 + n * 200)]))
  const keys = (text: string) => chunkNote(text).map(({ key }) => key)

  it('is 16 hex digits, and stays when lines come above it, and when it moves', () => {
    const before = keys(note(parts))
    for (const key of before) expect(key).toMatch(/^[0-9a-f]{16}$/)
    expect(keys(`intro\n\nmore\n\n${note(parts)}`).slice(1)).toEqual(before)
    const { a = '', ...others } = parts
    expect(keys(note({ ...others, a })).toSorted()).toEqual(before.toSorted())
  })
  it('stays when white space changes, and changes with a word', () => {
    const { a = '', b = '' } = parts
    const small = note({ a, b, again: a })
    expect(keys(small.replaceAll('here, and', 'here,  and'))).toEqual(keys(small))
    const before = keys(note(parts))
    const after = keys(note({ ...parts, b: `${parts.b}\nOne more.` }))
    expect(after.filter((key) => !before.includes(key)).length).toBe(1)
  })
  it('differs for equal words, by their order', () => {
    const [first, second, third] = keys(
      ['## x', '## x', '## x'].map((head) => `${head}\n${prose('same', 200)}`).join('\n'),
    )
    expect([second, third]).toEqual([`${first}-2`, `${first}-3`])
  })
})

describe('any note', () => {
  const next = random(11)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // never empty
  const words = 'cache token order retry queue worker vector hook budget schema index prompt'.split(' ')
  const sentence = () => `${Array.from({ length: 3 + Math.floor(next() * 20) }, () => pick(words)).join(' ')}.`
  const blocks = [
    () => sentence(),
    () => `${sentence()}\n${sentence()}\n${sentence()}`,
    () => Array.from({ length: 1 + Math.floor(next() * 12) }, () => `- ${sentence()}\n  ${sentence()}`).join('\n'),
    () => Array.from({ length: 60 }, sentence).join(' '),
    () =>
      `\`\`\`ts\n${Array.from({ length: 1 + Math.floor(next() * 60) }, sentence).join('\n\n# no heading\n')}\n\`\`\``,
    () => `| a | b |\n| - | - |\n| ${sentence()} | ${sentence()} |`,
    () => `1. ${sentence()}\n2. ${sentence()}\n\n   ${sentence()}`,
    () => '<!-- claude-mem:mark -->',
    () => '\n\n',
  ]
  const section = (level: number) =>
    `${'#'.repeat(level)} ${pick(words)} ${Math.floor(next() * 1000)}\n\n${Array.from({ length: Math.floor(next() * 5) }, () => pick(blocks)()).join('\n\n')}`
  const notes = Array.from({ length: 150 }, () => {
    const front = next() < 0.3 ? '---\ntitle: x\nsecret: front\n---\n' : ''
    const body = Array.from({ length: 1 + Math.floor(next() * 9) }, () => section(1 + Math.floor(next() * 4)))
    return { front, body }
  })
  const whole = ({ front, body }: { front: string; body: string[] }) => `${front}${body.join('\n\n')}\n`

  it('has each line in a chunk, in order, none too large, with true line numbers', () => {
    for (const note of notes) {
      const text = whole(note)
      const all = lines(text)
      const chunks = chunkNote(text)
      const front = note.front === '' ? 0 : 4
      for (const [n, line] of all.entries()) {
        if (n < front || line.trim() === '' || line.includes('claude-mem:')) continue
        const holders = chunks.filter(({ startLine, endLine }) => startLine <= n + 1 && n + 1 <= endLine)
        const held = holders.map((chunk) => chunk.text).join(' ')
        const isThere = line.length > 1000 ? holders.length > 0 : held.includes(line.trim())
        expect({ line, isThere }).toEqual({ line, isThere: true })
      }
      for (const [n, chunk] of chunks.entries()) {
        expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(400)
        expect(chunk.text).not.toMatch(/secret: front|claude-mem:/)
        const [first = '', last = ''] = [lines(chunk.text)[0], lines(chunk.text).at(-1)]
        expect(all[chunk.startLine - 1]).toContain(first.trim())
        expect(all[chunk.endLine - 1]).toContain(last.trim())
        const before = chunks[n - 1]
        if (before === undefined) continue
        expect(chunk.endLine).toBeGreaterThanOrEqual(before.endLine)
        expect(chunk.startLine).toBeGreaterThanOrEqual(before.startLine)
        expect(range(chunk)).not.toEqual(before.text === chunk.text ? range(before) : undefined)
      }
      expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length)
    }
  })

  it('keeps the keys of all chunks outside the H1 or H2 section that is edited', () => {
    let compared = 0
    for (const note of notes) {
      const body = note.body.map((text) => text.replace(/^#+/, '##'))
      const at = Math.floor(next() * body.length)
      const added = Array.from({ length: 1 + Math.floor(next() * 20) }, sentence).join('\n')
      const edited = body.map((text, n) => (n === at ? `${text}\n\nAn edit.\n${added}` : text))
      const before = chunkNote(whole({ front: note.front, body }))
      const after = chunkNote(whole({ front: note.front, body: edited }))
      if (before.length === 1 || after.length === 1) continue // a whole small file is one chunk
      const own = (chunk: NoteChunk) => chunk.text.includes(body[at]?.split('\n')[0] ?? '') // by its heading
      const head = body[at]?.split('\n')[0]?.replace(/^#+ /, '') ?? ''
      const outside = (chunks: NoteChunk[]) =>
        chunks.filter((chunk) => chunk.heading !== head && !own(chunk)).map(({ key }) => key.slice(0, 16))
      expect(outside(after)).toEqual(outside(before))
      compared += outside(before).length
    }
    expect(compared).toBeGreaterThan(200)
  })
})

/** Park and Miller's: the same notes every time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
