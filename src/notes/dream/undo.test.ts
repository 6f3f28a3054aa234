import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyDream } from './apply.ts'
import { DAY_MS, FACT, NOW, QUESTIONS, workspace } from './dream.fixture.ts'
import { dream, previewDream } from './dream.ts'
import { MEMORY_MD } from './dream-files.ts'
import { findPromotedLines } from './promoted-line.ts'
import { listRuns, writeRun } from './run-record.ts'
import { DREAM_DEFAULTS } from './settings.ts'
import { undoDream } from './undo.ts'

let place: ReturnType<typeof workspace>
beforeEach(async () => {
  place = workspace()
  place.write(MEMORY_MD, '# Mine\r\n\r\n- I like tabs.')
  await place.recall({ questions: QUESTIONS })
})
afterEach(() => place.remove())

const sleep = (now = NOW + 1000) => dream(place.root, { ...place, settings: DREAM_DEFAULTS, now })
const undo = (run?: string) =>
  undoDream(place.root, { ...(run === undefined ? {} : { run }), now: NOW + 5000, disk: place.disk })
const notOurs = () =>
  Object.fromEntries(Object.entries(place.all()).filter(([name]) => !/runs\/|decided|phase/.test(name)))
const promoted = () => findPromotedLines(place.read(MEMORY_MD)).map(({ fact }) => fact)

describe('undo', () => {
  it('gives back every byte, and the next dream does not do it again', async () => {
    const before = notOurs()
    const { plan } = await sleep()
    expect(notOurs()).not.toEqual(before)
    expect(await undo()).toEqual({ run: plan.run, exact: true, kept: [] })
    expect(notOurs()).toEqual(before)
    await place.recall({ questions: QUESTIONS, until: NOW + 3 * DAY_MS })
    await sleep(NOW + 4 * DAY_MS)
    expect(place.read(MEMORY_MD)).toBe('# Mine\r\n\r\n- I like tabs.')
  })

  it('takes only its own lines where somebody wrote since, and leaves the one that was edited', async () => {
    await place.recall({
      key: 'k2',
      text: 'Backups of staging run at noon.',
      score: 1,
      questions: QUESTIONS.map((one) => `${one} backups noon`),
    })
    await sleep()
    expect(promoted()).toHaveLength(2)
    const edited = place.read(MEMORY_MD).replace('Backups of staging', 'All backups of staging')
    place.write(MEMORY_MD, `${edited}\r\n- One more of mine.\r\n`)
    const undone = await undo()
    expect(undone).toMatchObject({ exact: false, kept: [expect.stringContaining('All backups of staging')] })
    expect(promoted()).toEqual(['All backups of staging run at noon.'])
    expect(place.read(MEMORY_MD)).toContain('- One more of mine.\r\n')
  })

  it('brings back what the run had retired', async () => {
    await sleep()
    place.overrule({ text: 'The staging database listens on port 5434.', source: 'observation:9', createdAt: NOW })
    await sleep(NOW + DAY_MS)
    const { plan } = await sleep(NOW + 2 * DAY_MS)
    expect(promoted()).toEqual([])
    await undo(plan.run)
    expect(promoted()).toEqual([FACT])
    await sleep(NOW + 3 * DAY_MS)
    await sleep(NOW + 9 * DAY_MS)
    expect(promoted()).toEqual([FACT])
  })

  it('says so when there is nothing to undo, no such run, or it was undone before', async () => {
    await expect(undo()).rejects.toMatchObject({ code: 'not_found' })
    await expect(undo('20200101T000000-000000')).rejects.toMatchObject({ code: 'not_found' })
    const { plan } = await sleep()
    await undo()
    await expect(undo(plan.run)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a run that was killed', () => {
  const preview = () => previewDream(place.root, { ...place, settings: DREAM_DEFAULTS, now: NOW + 1000 })
  /** Stops after so many replaced files, as if the process had ended. */
  const dyingDisk = (after: number) => {
    let left = after
    return {
      ...place.disk,
      replace: async (path: string, before: string | undefined, text: string) => {
        if (left === 0) throw new Error('killed')
        left -= 1
        return place.disk.replace(path, before, text)
      },
    }
  }

  it.each([0, 1])('after %i files is finished by the next dream, each fact once', async (after) => {
    const plan = await preview()
    await expect(applyDream(place.root, plan, { disk: dyingDisk(after) })).rejects.toThrow('killed')
    expect(listRuns(place.root)).toMatchObject([{ status: 'planned' }])
    await sleep(NOW + 2000)
    expect(listRuns(place.root)).toMatchObject([{ status: 'done' }])
    expect(promoted()).toEqual([FACT])
    expect(place.read('DREAMS.md').match(/## Deep Sleep/g)).toHaveLength(1)
  })

  it('before it wrote anything is dropped if somebody edited MEMORY.md since', async () => {
    const plan = await preview()
    await expect(applyDream(place.root, plan, { disk: dyingDisk(0) })).rejects.toThrow('killed')
    place.write(MEMORY_MD, '# Mine\n')
    await sleep(NOW + 2000)
    expect(promoted()).toEqual([FACT])
    expect(listRuns(place.root)).toHaveLength(1)
    expect(place.read(MEMORY_MD).startsWith('# Mine\n')).toBe(true)
  })

  it('while it was being undone is undone by the next undo', async () => {
    await sleep()
    const [run] = listRuns(place.root)
    if (run) writeRun(place.root, { ...run, status: 'undoing' })
    await undo()
    expect(promoted()).toEqual([])
    expect(listRuns(place.root)).toMatchObject([{ status: 'undone' }])
  })

  it('writes nothing where MEMORY.md was edited between plan and write', async () => {
    const plan = await preview()
    place.write(MEMORY_MD, '# Edited\n')
    expect(await applyDream(place.root, plan, place)).toEqual({ kind: 'changed' })
    expect(place.read(MEMORY_MD)).toBe('# Edited\n')
    expect(listRuns(place.root)).toEqual([])
  })
})
