/**
 * What the document of the notes promises, row by row, through the real worker: searching, its settings and the tools. Files
 * are the subject of notes-files.test.ts. Formulas are tested where they stand: decay and variety in order-notes.test.ts,
 * pieces in note-chunks.test.ts, each switch in search-notes.test.ts, paths that lead out in note-files and read-note.test.ts.
 */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAgo, makeNotesPlace, type NotesPlace, putText } from './support/notes.ts'
import { waitFor } from './support/wait.ts'
import { call } from './support/worker.ts'

let notes: NotesPlace
beforeAll(async () => {
  notes = await makeNotesPlace()
})
afterAll(() => notes.end())

describe('the search', () => {
  it('takes a whole question for its keywords: "¿qué hablamos ayer sobre el proyecto Cookie?" finds yesterday’s log, which says no date', async () => {
    const shop = notes.workspace('cookie', {
      [`memory/${dayAgo(1)}.md`]: '- Cookie gets a new logo before the launch.\n',
      [`memory/${dayAgo(9)}.md`]: '- Cookie was only an idea.\n',
      'memory/MEMORY.md': '# Memory\n\n- The project Cookie is paid for by the bakery.\n',
    })
    const { results, understood } = await shop.search('¿qué hablamos ayer sobre el proyecto Cookie?')
    expect(results[0]?.citation).toBe(`memory/${dayAgo(1)}.md#L1-L1`)
    expect(understood).toBe('ayer')
  })

  it('finds the log of a day by the word for it alone', async () => {
    const words: [string, number][] = [
      ['¿qué hablamos hoy?', 0],
      ['what did we do today?', 0],
      ['¿qué hablamos ayer?', 1],
      ['what did we decide yesterday?', 1],
      ['¿qué hicimos antier?', 2],
      ['¿qué hicimos anteayer?', 2],
    ]
    const shop = notes.workspace('days', {
      ...Object.fromEntries(
        [0, 1, 2, 3].map((days) => [`memory/${dayAgo(days)}.md`, `- Nothing but number ${days}.\n`]),
      ),
    })
    for (const [query, days] of words) expect((await shop.found(query))[0], query).toBe(`memory/${dayAgo(days)}.md`)
  })

  it('finds the other language’s word, both ways and without accents, and the snippet shows it', async () => {
    const shop = notes.workspace('bilingual', {
      'memory/en.md': 'The dog stays at home.\n\nShrimp makes her ill.\n\nThe birthday party is in May.\n',
      'memory/es.md':
        'El perro se queda en casa con los niños.\n\nEl camarón le hace daño, como los mariscos.\n\nEl cumpleaños es en mayo, por la tarde.\n',
    })
    for (const [query, shown, path] of [
      ['perro', 'dog', 'memory/en.md'],
      ['dog', 'perro', 'memory/es.md'],
      ['camarón', 'Shrimp', 'memory/en.md'],
      ['camaron', 'Shrimp', 'memory/en.md'],
      ['shrimp', 'camarón', 'memory/es.md'],
      ['cumpleaños', 'birthday', 'memory/en.md'],
      ['birthday', 'cumpleaños', 'memory/es.md'],
    ] as const) {
      const { results } = await shop.search(query)
      const hit = results.find(({ citation }) => citation?.startsWith(path))
      expect(hit?.snippet, query).toContain(shown)
    }
  })

  it('puts a piece with all the words before one that has one of them many times', async () => {
    const shop = notes.workspace('all-terms', {
      'memory/one.md': `${'Invoice, invoice and again an invoice. '.repeat(8)}\n`,
      'memory/all.md': 'The rounding of an invoice happens after the tax was added, line by line.\n',
    })
    expect((await shop.found('invoice rounding tax'))[0]).toBe('memory/all.md')
  })

  it('lets a rare word outweigh a common one', async () => {
    const shop = notes.workspace('rare', {
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`memory/n${n}.md`, `Order number ${n} was sent on time.\n`]),
      ),
      'memory/rare.md': 'The zeppelin hangs over the market.\n',
    })
    expect((await shop.found('order zeppelin'))[0]).toBe('memory/rare.md')
  })

  it('returns an only match that is 200 days old', async () => {
    const shop = notes.workspace('old', {
      [`memory/${dayAgo(200)}.md`]: '- The lease of the kiosk ends in five years.\n',
    })
    expect(await shop.found('kiosk lease')).toEqual([`memory/${dayAgo(200)}.md`])
  })

  it('puts the newer of two equal logs first, and MEMORY.md never fades', async () => {
    const text = (more: string) => `- The oven is cleaned every second Friday${more}.\n`
    const shop = notes.workspace('decay', {
      [`memory/${dayAgo(120)}.md`]: text(' evening'),
      [`memory/${dayAgo(2)}.md`]: text(' morning'),
      'memory/MEMORY.md': text(' at noon'),
    })
    const { results } = await shop.search('when is the oven cleaned')
    const score = (path: string) => results.find(({ citation }) => citation?.startsWith(path))?.score ?? 0
    expect(score(`memory/${dayAgo(2)}.md`)).toBeGreaterThan(score(`memory/${dayAgo(120)}.md`))
    expect(score('memory/MEMORY.md')).toBeGreaterThan(score(`memory/${dayAgo(120)}.md`))
  })

  it('cuts a long log into pieces and cites the lines of the one that fits', async () => {
    const part = (n: number) => `## ${n}:00\n\n${`At ${n} the work on part ${n} went on as planned. `.repeat(40)}\n`
    const shop = notes.workspace('pieces', {
      [`memory/${dayAgo(3)}.md`]: `# Log\n\n${[1, 2, 3, 4].map(part).join('\n')}\n## 5:00\n\nThe turbine was ordered.\n`,
    })
    const { results, pieces } = await shop.search('turbine')
    expect(pieces).toBeGreaterThan(4)
    expect(results[0]).toMatchObject({ heading: 'Log › 5:00' })
    expect(results[0]?.citation).toMatch(/#L19-L2\d$/)
  })
})

describe('a setting that is changed while the worker runs', () => {
  const near = (n: number) => `- The lamp of the harbour is painted red in spring, said number ${n}.\n`

  it('`halfLifeDays` and `temporalDecay` count in the next search', async () => {
    const shop = notes.workspace('half-life', {
      [`memory/${dayAgo(60)}.md`]: '- The clutch of the van was replaced.\n',
      'memory/van.md': 'The clutch of the van was replaced.\n',
    })
    /** What is left of the old log beside the note without a day. */
    const left = async () => {
      const { results } = await shop.search('clutch of the van')
      const score = (path: string) => results.find(({ citation }) => citation?.startsWith(path))?.score ?? 0
      return score(`memory/${dayAgo(60)}.md`) / score('memory/van.md')
    }
    const first = await left()
    const becomes = (share: number) =>
      waitFor(`the log counts ${share} times as before`, async () => Math.abs((await left()) / first - share) < 0.05)
    shop.configure({ builtin: { halfLifeDays: 60 } })
    await becomes(2) // a half instead of a quarter
    shop.configure({ builtin: { temporalDecay: false } })
    await becomes(4)
    shop.configure({})
    await becomes(1)
  })

  it('`mmr` and `mmrLambda` order the next search', async () => {
    const shop = notes.workspace('mmr', {
      ...Object.fromEntries([1, 2, 3].map((n) => [`memory/copy${n}.md`, near(n)])),
      'memory/other.md': 'Somebody asked whether the harbour could do with another lamp near the old pier.\n',
    })
    const place = async () => (await shop.found('lamp of the harbour')).indexOf('memory/other.md')
    const becomes = (at: number) => waitFor(`the other one is at ${at}`, async () => (await place()) === at)
    await becomes(1)
    shop.configure({ builtin: { mmr: false } })
    await becomes(3)
    shop.configure({ builtin: { mmrLambda: 0.7 } })
    await becomes(1)
    shop.configure({ builtin: { mmrLambda: 1 } })
    await becomes(3)
  })

  it('`keywords`, `bilingual` and `dates` switch each step off', async () => {
    const shop = notes.workspace('steps', {
      [`memory/${dayAgo(1)}.md`]: '- The dog was at the vet.\n',
      'memory/small.md': 'What about it? All about that.\n',
    })
    await shop.isFound('perro', `memory/${dayAgo(1)}.md`)
    shop.configure({ builtin: { bilingual: false } })
    await shop.isGone('perro', `memory/${dayAgo(1)}.md`)
    expect((await shop.search('dog yesterday')).understood).toBe('yesterday')
    shop.configure({ builtin: { dates: false } })
    await waitFor('a day is a word', async () => (await shop.search('dog yesterday')).understood === undefined)
    expect(await shop.found('what about the dog')).not.toContain('memory/small.md')
    shop.configure({ builtin: { keywords: false } })
    await shop.isFound('what about the dog', 'memory/small.md')
  })

  it('`citations` off shows none, on and auto show them', async () => {
    const shop = notes.workspace('citations', { 'memory/a.md': 'The gate is green.\n' })
    const cited = async () => (await shop.search('gate')).results[0]?.citation
    expect((await shop.status()).citations).toBe('auto')
    expect(await cited()).toBe('memory/a.md#L1-L1')
    shop.configure({ citations: 'off' })
    await waitFor('no citation', async () => (await cited()) === undefined)
    expect((await shop.context('which colour does the gate have?')).entries[0]?.citation).toBeUndefined()
    shop.configure({ citations: 'on' })
    await waitFor('a citation', async () => (await cited()) === 'memory/a.md#L1-L1')
  })

  it('`backend` asks the other one, and says why it fell back', async () => {
    const shop = notes.workspace('backend', { 'memory/a.md': 'The kettle whistles.\n' })
    expect(await shop.search('kettle')).toMatchObject({ backend: 'builtin' })
    shop.configure({ backend: 'qmd' })
    const { backend, fallback, results } = await waitFor('it falls back', async () => {
      const reply = await shop.search('kettle')
      return reply.fallback === undefined ? undefined : reply
    })
    expect([backend, results.length]).toEqual(['builtin', 1])
    expect(fallback).toMatch(/qmd/i)
  })

  it('of a file that makes no sense leaves the old values, and that is said once', async () => {
    const shop = notes.workspace('malformed', { 'memory/a.md': 'The bell rings.\n' })
    shop.configure({ citations: 'off' })
    await waitFor('it is followed', async () => (await shop.status()).citations === 'off')
    shop.put('agent-config.json', '{"memory": {"citations": "on"')
    const isTold = async () => {
      const { notices } = await call<{ notices: string[] }>(notes.place, 'GET', '/api/status')
      return notices.filter((text) => text.startsWith('Notes of malformed')).length
    }
    await waitFor('it is said', async () => (await isTold()) > 0)
    expect(await shop.status()).toMatchObject({
      citations: 'off',
      problems: [expect.stringContaining('agent-config.json')],
    })
    for (let times = 0; times < 3; times++) await shop.search('bell')
    expect(await isTold()).toBe(1)
    shop.configure({ citations: 'on' })
    await waitFor('it is mended', async () => (await shop.status()).citations === 'on')
    expect((await shop.status()).problems).toEqual([])
  })
})

describe('extraPaths', () => {
  const extra = (name: string) => join(notes.place.root, name)

  it('begin at home with ~, are read at any depth, Markdown alone, and a change deep in them is found', async () => {
    putText(extra('notes/whatsapp/2026/may/chat.md'), 'Ana brings the cake.\n')
    putText(extra('notes/raw.json'), '{"cake": "no note"}')
    putText(extra('notes/raw.jsonl'), '{"cake": "no note"}\n')
    const shop = notes.workspace('extra', { 'memory/a.md': 'Nothing.\n' })
    await shop.search('anything')
    notes.configure({ extraPaths: ['~/notes'] })
    await shop.isFound('who brings the cake', 'extra:notes/whatsapp/2026/may/chat.md')
    putText(extra('notes/whatsapp/2026/june/chat.md'), 'Luis brings the wine.\n')
    await shop.isFound('who brings the wine', 'extra:notes/whatsapp/2026/june/chat.md')
    putText(extra('notes/whatsapp/2026/june/chat.md'), 'Luis brings the lemonade.\n')
    await shop.isFound('lemonade', 'extra:notes/whatsapp/2026/june/chat.md')
    expect((await shop.status()).files).toBe(3)
    notes.configure({ extraPaths: [] })
    await shop.isGone('who brings the cake', 'extra:notes/whatsapp/2026/may/chat.md')
  })

  it('of one name do not collide: each is cited and read by a name of its own', async () => {
    putText(extra('one/logs/a.md'), 'The anchor is rusty.\n')
    putText(extra('two/logs/a.md'), 'The sail is torn.\n')
    notes.configure({ extraPaths: [extra('one/logs'), extra('two/logs')] })
    const shop = notes.workspace('collide')
    expect(await shop.found('anchor')).toEqual(['extra:logs/a.md'])
    expect(await shop.found('sail')).toEqual(['extra:logs~2/a.md'])
    expect((await shop.read('extra:logs/a.md')).text).toContain('anchor')
    expect((await shop.read('extra:logs~2/a.md')).text).toContain('sail')
  })

  it('with a link that leads in a circle end, and so does `..`', async () => {
    putText(extra('loop/deep/a.md'), 'The mole digs.\n')
    symlinkSync(extra('loop'), extra('loop/deep/again'))
    notes.configure({ extraPaths: [extra('loop'), `${extra('loop')}/../one`] })
    const shop = notes.workspace('loops')
    expect(await shop.found('mole')).toEqual(['extra:loop/deep/a.md'])
    const { files, skipped } = await shop.status()
    expect(files).toBe(1)
    expect(skipped).toContainEqual({ path: `${extra('loop')}/../one`, reason: 'refused' })
  })

  it('that a repository names outside itself are read only where the user trusts it', async () => {
    putText(extra('diary/a.md'), 'Dear diary.\n')
    notes.configure({})
    const shop = notes.workspace('foreign')
    shop.configure({ extraPaths: [extra('diary')] })
    expect(await shop.found('diary')).toEqual([])
    expect((await shop.status()).problems).toEqual([expect.stringContaining('outside the workspace')])
    notes.configure({ trusted: [shop.root] })
    await shop.isFound('diary', 'extra:diary/a.md')
  })
})

describe('the tools, as routes', () => {
  it('`memory_search` says what it searched, gives snippets with citations, and as many as asked for', async () => {
    const shop = notes.workspace('tools', {
      ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`memory/n${n}.md`, `Plum tree ${n} bears fruit.\n`])),
    })
    expect(await shop.search('plum')).toMatchObject({ query: 'plum', backend: 'builtin', files: 9, pieces: 9 })
    expect((await shop.search('plum')).results).toHaveLength(6)
    expect((await shop.search('plum', { maxResults: 2 })).results).toHaveLength(2)
  })

  it('`memory_get` reads lines around a hit, and nothing outside', async () => {
    const shop = notes.workspace('get', {
      'memory/a.md': Array.from({ length: 80 }, (_, n) => `line ${n + 1}`).join('\n'),
      '.env': 'TOKEN=secret\n',
      'agent-config.json': '{"http": {"token": "secret"}}',
    })
    await shop.status()
    expect(await shop.read('memory/a.md', { from: '3', lines: '2' })).toMatchObject({ text: 'line 3\nline 4', to: 4 })
    expect(await shop.read('memory/a.md', { from: '3' })).toMatchObject({ from: 3, to: 52 })
    expect((await shop.read('memory/a.md#L7-L8')).text).toBe('line 7\nline 8')
    for (const path of [
      '../../../etc/passwd',
      '/etc/passwd',
      '.env',
      'agent-config.json',
      `${shop.root}-2/a.md`,
      '~/x',
    ])
      await expect(shop.read(path), path).rejects.toThrow(/: (403|404|400) /)
  })

  it('`memory_context` derives queries from a message and answers in a few lines, or says why not', async () => {
    const shop = notes.workspace('context', {
      'memory/MEMORY.md': '# Memory\n\n- María is allergic to shrimp.\n- The project Cookie starts in May.\n',
    })
    const { applicable, found, digest, queriesRun } = await shop.context('¿Puede María comer camarones en la cena?')
    expect([applicable, found]).toEqual([true, true])
    expect(queriesRun.length).toBeLessThanOrEqual(3)
    expect(digest).toMatch(/^## Relevant prior context\n\n- \[memory\/MEMORY\.md#L\d+-L\d+\] .*shrimp/)
    expect(await shop.context('ok gracias')).toMatchObject({ applicable: false, found: false, digest: '' })
  })
})
