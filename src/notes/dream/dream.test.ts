import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, FACT, NOW, QUESTIONS, workspace } from './dream.fixture.ts'
import { dream, previewDream } from './dream.ts'
import { findPromotedLines } from './promoted-line.ts'
import { answerProposal, listProposals } from './review.ts'
import { DREAM_DEFAULTS } from './settings.ts'

let place: ReturnType<typeof workspace>
beforeEach(() => {
  place = workspace()
})
afterEach(() => place.remove())

const settings = DREAM_DEFAULTS
const sleep = (now = NOW + 1000, more: Partial<typeof settings> = {}) =>
  dream(place.root, { ...place, settings: { ...settings, ...more }, now })
const memory = () => place.read('memory/MEMORY.md')
const promoted = () => findPromotedLines(memory()).map(({ fact }) => fact)

describe('a dream', () => {
  it('writes a fact that several questions recalled on several days, with its evidence', async () => {
    await place.recall({ questions: QUESTIONS })
    place.write('memory/MEMORY.md', '# Mine\n\n- I like tabs.\n')
    const { plan, applied } = await sleep()
    expect(applied).toEqual({ kind: 'done', run: plan.run })
    expect(memory()).toMatch(/^# Mine\n\n- I like tabs\.\n\n## Promoted by dreaming — 2026-04-12\n\n- The staging/)
    expect(memory()).toContain('*(from memory/2026-04-11.md#L3-L5, 2026-04-01; score')
    expect(memory()).toContain('recalled 4× by 4 questions on 4 days)*')
    expect(place.read('DREAMS.md')).toMatch(/## REM Sleep — [\s\S]*## Deep Sleep — [\s\S]*Promoted: 1/)
  })

  it('does not promote a chunk that was recalled twice by accident', async () => {
    await place.recall({ questions: QUESTIONS.slice(0, 2), score: 1 })
    const { plan } = await sleep()
    expect(plan.additions).toEqual([])
    expect(plan.skipped).toEqual([{ key: '00112233aabbccdd', reason: 'recalled 2×, needs 3' }])
    for (let night = 1; night < 60; night += 1) await sleep(NOW + night * DAY_MS)
    expect(existsSync(join(place.root, 'memory/MEMORY.md'))).toBe(false)
  })

  it('does not promote what one question asks for again and again', async () => {
    await place.recall({ questions: Array.from({ length: 9 }, () => 'which port does staging use') })
    expect((await sleep()).plan.additions).toEqual([])
  })

  it('promotes an observation that keeps being recalled', async () => {
    await place.recall({ questions: QUESTIONS, key: 'observation:12', kind: 'observation', id: 12 })
    await sleep()
    expect(memory()).toContain('*(from observation:12, 2026-04-01;')
  })

  it('changes no byte when it is run again at once', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    const before = place.all()
    expect((await sleep(NOW + 2000)).applied).toEqual({ kind: 'nothing' })
    expect(place.all()).toEqual(before)
  })

  it('promotes at most ten facts a day, however often it runs', async () => {
    for (let n = 0; n < 12; n += 1) {
      const text = `Service number${n} of the fleet keeps port 54${n + 10} open.`
      await place.recall({
        key: `k${n}`,
        text,
        questions: QUESTIONS.map((one) => `${one} service number${n} fleet port`),
      })
    }
    await sleep()
    expect(promoted()).toHaveLength(10)
    const before = place.all()
    await sleep(NOW + 2000)
    expect(place.all()).toEqual(before)
    await sleep(NOW + DAY_MS)
    expect(promoted()).toHaveLength(12)
  })

  it('writes nothing at all when it is only shown', async () => {
    await place.recall({ questions: QUESTIONS })
    const before = place.all()
    const plan = await previewDream(place.root, { ...place, settings, now: NOW })
    expect(plan.additions.map(({ fact }) => fact)).toEqual([FACT])
    expect(place.all()).toEqual(before)
  })

  it('never writes a fact again whose line somebody deleted', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    place.write('memory/MEMORY.md', '# Mine\n')
    await place.recall({ questions: QUESTIONS, until: NOW + 5 * DAY_MS })
    await sleep(NOW + 6 * DAY_MS)
    expect(memory()).toBe('# Mine\n')
  })

  it('does not write what MEMORY.md says already', async () => {
    await place.recall({ questions: QUESTIONS })
    place.write('memory/MEMORY.md', '- On port 5433 the staging database listens.\n')
    await sleep()
    expect(memory()).toBe('- On port 5433 the staging database listens.\n')
  })

  it('dreams imported history as it would have then', async () => {
    await place.recall({ questions: QUESTIONS })
    const then = await previewDream(place.root, { ...place, settings, now: NOW + 1000 })
    const later = await previewDream(place.root, { ...place, settings, now: NOW + 900 * DAY_MS })
    expect(later.additions.map(({ figures }) => figures)).toEqual(then.additions.map(({ figures }) => figures))
    expect(then.additions).toHaveLength(1)
  })

  it('keeps MEMORY.md within its budget, and what a person wrote in it', async () => {
    const mine = `# Mine\n\n${'- A line of my own, word for word.\n'.repeat(3)}`
    place.write('memory/MEMORY.md', mine)
    await place.recall({ questions: QUESTIONS })
    const { plan } = await sleep(NOW + 1000, { memoryTokens: 60 })
    expect(plan.skipped.at(-1)?.reason).toBe('MEMORY.md has no room')
    expect(memory()).toBe(mine)
  })

  it('stays without notes where there are none', async () => {
    const bare = workspace()
    try {
      const { rmSync } = await import('node:fs')
      rmSync(join(bare.root, 'memory'), { recursive: true })
      await dream(bare.root, { ...bare, settings, now: NOW })
      expect(bare.all()).toEqual({})
    } finally {
      bare.remove()
    }
  })
})

describe('a promoted line', () => {
  const overruling = { text: 'The staging database listens on port 5434.', source: 'observation:99', createdAt: NOW }

  it('is proposed and a day later retired when something newer overrules it', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    place.overrule(overruling)
    await sleep(NOW + DAY_MS)
    expect(promoted()).toEqual([FACT])
    expect(listProposals(place.root)).toMatchObject([{ kind: 'retire', reason: 'overruled by observation:99' }])
    await sleep(NOW + 2 * DAY_MS)
    expect(promoted()).toEqual([])
    expect(memory()).toMatch(
      /## Retired by dreaming\n\n- ~~The staging .* \*\(retired 2026-04-14: overruled by observation:99/,
    )
    expect(listProposals(place.root)).toEqual([])
  })

  it('is not promoted at all where something newer overrules it', async () => {
    await place.recall({ questions: QUESTIONS })
    place.overrule(overruling)
    expect((await sleep()).plan.additions).toEqual([])
  })

  it.each([
    ['its source was deleted', () => place.texts.clear(), 1],
    ['the files it speaks of are gone', () => place.files.set('src/db.ts', 'gone'), 1],
    ['nobody recalled it for 90 days', () => undefined, 95],
  ])('is retired after a week because %s', async (reason, happen, days) => {
    await place.recall({ questions: QUESTIONS })
    const known = place.texts.get('00112233aabbccdd')
    if (known) place.texts.set('00112233aabbccdd', { ...known, files: [{ path: 'src/db.ts', hash: 'f00d' }] })
    await sleep()
    happen()
    const later = NOW + days * DAY_MS
    await place.recall({
      key: 'other',
      text: 'Another thing entirely is known.',
      questions: ['another thing'],
      until: later,
    })
    await sleep(later)
    expect(listProposals(place.root).map((one) => one.reason)).toEqual([reason])
    await sleep(later + 3 * DAY_MS)
    expect(promoted()).toEqual([FACT])
    await sleep(later + 7 * DAY_MS)
    expect(promoted()).toEqual([])
    expect(memory()).toContain(reason)
  })

  it('is not retired for being unused while nobody uses the workspace', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    await sleep(NOW + 400 * DAY_MS)
    await sleep(NOW + 500 * DAY_MS)
    expect(promoted()).toEqual([FACT])
  })

  it('waits for a yes once a person has edited it', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    place.write('memory/MEMORY.md', memory().replace('listens on port', 'always listens on port'))
    place.overrule(overruling)
    for (const day of [1, 2, 30]) await sleep(NOW + day * DAY_MS)
    expect(promoted()).toEqual(['The staging database always listens on port 5433.'])
    const [proposal] = listProposals(place.root)
    const id = proposal?.id ?? ''
    await answerProposal(place.root, { id, answer: 'yes', now: NOW + 31 * DAY_MS, disk: place.disk })
    expect(promoted()).toEqual([])
    expect(memory()).toContain('~~The staging database always listens')
  })

  it('stays for good after a no', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    place.overrule(overruling)
    await sleep(NOW + DAY_MS)
    const id = listProposals(place.root)[0]?.id ?? ''
    const answered = await answerProposal(place.root, { id, answer: 'no', now: NOW + DAY_MS, disk: place.disk })
    expect(answered).toEqual({ kind: 'declined' })
    for (const day of [2, 3, 30]) await sleep(NOW + day * DAY_MS)
    expect(promoted()).toEqual([FACT])
    expect(listProposals(place.root)).toEqual([])
  })
})

describe('lines that say the same', () => {
  it('are merged where dreaming wrote one of them; the person’s stays', async () => {
    await place.recall({ questions: QUESTIONS })
    await sleep()
    place.write('memory/MEMORY.md', `- On port 5433 the staging database listens.\n\n${memory()}`)
    await sleep(NOW + DAY_MS)
    expect(memory()).toBe('- On port 5433 the staging database listens.\n')
  })

  it('are only proposed where a person wrote both', async () => {
    const mine = '- On port 5433 the staging database listens.\n- The staging database listens on port 5433.\n'
    place.write('memory/MEMORY.md', mine)
    await sleep()
    expect(memory()).toBe(mine)
    const [proposal] = listProposals(place.root)
    expect(proposal).toMatchObject({ kind: 'merge', line: '- The staging database listens on port 5433.' })
    const id = proposal?.id ?? ''
    await answerProposal(place.root, { id, answer: 'yes', now: NOW, disk: place.disk })
    expect(memory()).toBe('- On port 5433 the staging database listens.\n')
  })
})
