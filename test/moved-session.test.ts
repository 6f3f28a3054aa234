/** A session that begins in one place and goes on in a repository: whose memory it is, from the event to the answer. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostTool } from '../src/capture/captured-event.fixture.ts'
import type { CapturedEvent } from '../src/capture/captured-event.ts'
import { type Config, loadConfig } from '../src/config.ts'
import { visibleProject } from '../src/context/context-parts.ts'
import { promptContext } from '../src/context/prompt-context.ts'
import { sessionContext } from '../src/context/session-context.ts'
import type { Database } from '../src/store/database.ts'
import { findWaiting } from '../src/store/events.ts'
import { findFileMemories } from '../src/store/file-history.ts'
import { Journal } from '../src/store/journal.ts'
import { keepEntry } from '../src/store/keep-event.ts'
import { findObservation, findRecentObservations } from '../src/store/observations.ts'
import { putGatedRead } from '../src/store/reads.ts'
import { memoryDatabase, T0 } from '../src/store/store.fixture.ts'
import { findRecentSummaries } from '../src/store/summaries.ts'
import { contextSettings } from '../src/worker/http/context-settings.ts'
import { distilSession } from '../src/worker/writer/distil/distil.ts'
import { type Incoming, makeIntake } from '../src/worker/writer/spool/intake.ts'
import { knowDisk } from '../src/workspace/file-state.ts'
import { asker, quietParts } from './support/http-parts.ts'
import { makeRepository, type Repository } from './support/repository.ts'

let base: string
let home: string
let shop: Repository
let db: Database
let at: number

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-moves-')))
  home = join(base, 'me')
  for (const folder of ['me/shop', 'me/secret', 'data']) mkdirSync(join(base, folder), { recursive: true })
  shop = makeRepository({ root: join(home, 'shop') })
  shop.write('src/queue.js', 'push(job)\n')
  shop.commit('first')
  db = memoryDatabase()
  at = T0
})
afterEach(() => {
  db.close()
  rmSync(base, { recursive: true, force: true })
})

const config = (env: Record<string, string> = {}): Config =>
  loadConfig({ dataDir: join(base, 'data') }, { HOME: base, CLAUDE_MEM_PROMPT_RECALL: 'true', ...env })
const settings = (env: Record<string, string> = {}) => contextSettings(config(env))
const standsIn = (session: Parameters<typeof visibleProject>[1], env: Record<string, string> = {}) =>
  visibleProject({ db, settings: settings(env) }, session)
const journal = () => new Journal(join(base, 'data/journal'), T0)
const facts = (cwd: string, more: { sessionId?: string; projectDir?: string | undefined } = {}) => ({
  sessionId: 's',
  cwd,
  projectDir: home,
  transcriptPath: undefined,
  entrypoint: 'cli',
  ...more,
})

/** One turn in a folder: what is asked there, what is edited, and what the agent says, as its hooks and its transcript tell it. */
function turn(by: { cwd: string; asked: string; edited: string; said: string; sessionId?: string }): Incoming[] {
  at += 60_000
  const sessionId = by.sessionId ?? 's'
  const base = { sessionId, origin: 'hook' as const }
  const id = `${sessionId}-${at}`
  const patch = { filePath: by.edited, structuredPatch: [{ oldStart: 1, lines: ['-push(job)', `+push(job, ${at})`] }] }
  const input = { file_path: by.edited, old_string: 'push(job)', new_string: `push(job, ${at})` }
  const events: CapturedEvent[] = [
    { ...base, kind: 'prompt', key: `p:${id}`, at, text: by.asked, machineMade: false },
    hostTool('Edit', { ...base, key: `t:${id}`, toolUseId: id, at: at + 1, input, output: patch }),
    { ...base, kind: 'assistant_text', key: `m:${id}:0`, at: at + 2, origin: 'transcript', text: by.said },
  ]
  return events.map((event) => {
    const projectDir = event.origin === 'hook' ? home : undefined
    return { event, session: facts(by.cwd, { sessionId, projectDir }) }
  })
}

const atHome = () =>
  turn({
    cwd: home,
    asked: 'The backup of my notes is never run, please fix it',
    edited: join(home, 'backup.sh'),
    said: 'The backup runs every night now, because cron does not know the shell’s path.',
  })
const inShop = () =>
  turn({
    cwd: join(shop.root, 'src'),
    asked: 'The queue of the shop grows without end, please fix it',
    edited: join(shop.root, 'src/queue.js'),
    said: 'The queue takes at most a thousand jobs, because more of them never fit into memory.',
  })

function keep(incoming: Incoming[], by: { env?: Record<string, string>; into?: Database } = {}) {
  const { env, into = db } = by
  return makeIntake({ db: into, journal: journal(), config: config(env), token: 't' }).put(incoming)
}

function distil(into = db, by: Parameters<typeof distilSession>[2] = {}): void {
  for (const waiting of findWaiting(into)) distilSession(into, waiting, by)
}

const titles = (project: string, of = db) =>
  findRecentObservations(of, { project, limit: 9 }).map(({ title }) => title.split(' ').slice(0, 2).join(' '))
const prompts = () =>
  db
    .all('SELECT project, prompt_text AS text FROM user_prompts ORDER BY created_at_epoch')
    .map(({ project }) => project)

describe('a session that moves to another repository', () => {
  it('leaves there what was said from then on, and where it began what was said before', () => {
    keep([...atHome(), ...inShop()])
    distil()
    expect(titles(home)).toEqual(['The backup'])
    expect(titles(shop.root)).toEqual(['The queue'])
    expect(prompts()).toEqual([home, shop.root])
    expect(findFileMemories(db, { project: shop.root, path: 'src/queue.js', limit: 9 })).toHaveLength(1)
    expect(findFileMemories(db, { project: home, path: 'backup.sh', limit: 9 })).toHaveLength(1)
    expect(findRecentSummaries(db, { project: home, limit: 9 })).toEqual([])
    expect(findRecentSummaries(db, { project: shop.root, limit: 9 })).toMatchObject([
      { projectName: 'shop', filesEdited: ['src/queue.js'] },
    ])
  })

  it('is found there', async () => {
    keep([...atHome(), ...inShop()])
    distil()
    const ask = asker(quietParts(db))
    const found = async (path: string, project: string) => {
      const { body } = await ask(`/api/search/${path}?${new URLSearchParams({ query: 'queue', project })}`)
      return body.results.length
    }
    for (const path of ['observations', 'prompts', 'sessions'])
      expect([await found(path, shop.root), await found(path, home)], path).toEqual([1, 0])
    const recent = async (cwd: string) => (await ask(`/api/search/recent-context?${new URLSearchParams({ cwd })}`)).body
    const of = (title: RegExp) => [{ title: expect.stringMatching(title) }]
    expect((await recent(shop.root)).sessions).toMatchObject([
      { summary: { completion: expect.stringMatching(/^The queue/) }, observations: of(/^The queue/) },
    ])
    expect((await recent(home)).sessions).toMatchObject([{ summary: null, observations: of(/^The backup/) }])
  })

  it('belongs to where it began again once it is back', () => {
    keep([...atHome(), ...inShop()])
    distil()
    const back = turn({
      cwd: home,
      asked: 'Keep the backups of my notes for a whole month',
      edited: join(home, 'keep.sh'),
      said: 'Backups are kept for thirty days, because older ones were never asked for.',
    })
    keep(back)
    distil()
    expect(titles(home).sort()).toEqual(['Backups are', 'The backup'])
    expect(titles(shop.root)).toEqual(['The queue'])
    expect(findRecentSummaries(db, { project: shop.root, limit: 9 })).toEqual([])
    expect(findRecentSummaries(db, { project: home, limit: 9 })).toMatchObject([
      { filesEdited: ['backup.sh', 'keep.sh'] },
    ])
  })

  it('takes a request along that was made on the way there', () => {
    const events = inShop()
    keep(events.map((one, index) => (index === 0 ? { ...one, session: facts(home) } : one)).slice(0, 2))
    distil()
    expect(titles(home)).toHaveLength(1)
    const [before] = findRecentObservations(db, { project: home, limit: 9 })
    keep(events)
    distil()
    expect(titles(home)).toEqual([])
    const [after] = findRecentObservations(db, { project: shop.root, limit: 9 })
    expect([after?.id, after?.filesModified]).toEqual([before?.id, ['src/queue.js']])
    expect(db.all('SELECT DISTINCT project FROM observation_files')).toEqual([{ project: shop.root }])
  })

  it('leaves the same rows in whatever order its events arrive', () => {
    const events = [...atHome(), ...inShop()]
    const rows = (of: Database) =>
      [home, shop.root].map((project) => ({
        memories: findRecentObservations(of, { project, limit: 9 }).map(({ id: _, turnId: __, ...row }) => row),
        summaries: findRecentSummaries(of, { project, limit: 9 }).map(({ id: _, ...row }) => row),
      }))
    keep(events)
    distil()
    for (const order of [
      [5, 4, 3, 2, 1, 0],
      [3, 0, 5, 1, 4, 2],
    ]) {
      const other = memoryDatabase()
      // The session's own row is made by whichever comes first: `cwd` alone tells of that.
      for (const index of order) {
        keep(
          events.slice(index, index + 1).map((one) => ({ ...one, session: { ...one.session, projectDir: home } })),
          {
            into: other,
          },
        )
        distil(other)
      }
      expect(rows(other), order.join()).toEqual(rows(db))
    }
  })

  it('is the same after a recovery from the journal', () => {
    const told = [...atHome(), ...inShop()].map(({ event, session }) => ({
      session,
      event: { ...event, origin: 'hook' as const },
    }))
    keep(told)
    const other = memoryDatabase()
    for (const entry of journal().entries()) if (entry.op === 'event') keepEntry(other, entry)
    distil(other)
    expect(titles(shop.root, other)).toEqual(['The queue'])
  })

  it('supersedes what an older session said there', () => {
    const earlier = inShop().map(({ event }) => ({
      event: { ...event, sessionId: 'old', key: `${event.key}-old` },
      session: facts(shop.root, { sessionId: 'old', projectDir: shop.root }),
    }))
    keep(earlier)
    distil()
    const [old] = findRecentObservations(db, { project: shop.root, limit: 9 })
    at += 3 * 3_600_000
    keep([...atHome(), ...inShop()])
    distil()
    expect(findRecentObservations(db, { project: shop.root, limit: 9 })).toMatchObject([{ sessionId: 's' }])
    expect(findObservation(db, old?.id ?? 0)?.supersededBy).toBeDefined()
    expect(titles(home)).toEqual(['The backup'])
  })

  it('names the files of a linked worktree as the repository does, and knows the branch they lie on', () => {
    const side = join(shop.root, '.claude/worktrees/side')
    shop.git('worktree', 'add', '--quiet', '-b', 'side', side)
    const moved = inShop().map(({ event, session }) => ({ event, session: { ...session, cwd: side } }))
    const call = { input: { file_path: join(side, 'src/queue.js'), old_string: 'a', new_string: 'b' }, output: null }
    keep(moved.map((one) => (one.event.kind === 'tool' ? { ...one, event: { ...one.event, ...call } } : one)))
    distil(db, { disk: knowDisk(), now: at })
    const [memory] = findRecentObservations(db, { project: shop.root, limit: 9 })
    expect(memory?.filesModified).toEqual(['src/queue.js'])
    expect(db.all('SELECT branch FROM observations')).toEqual([{ branch: 'side' }])
  })
})

describe('an excluded repository', () => {
  it('keeps nothing of what is said in it, wherever the session began and by whatever path it is reached', () => {
    const side = join(base, 'elsewhere')
    shop.git('worktree', 'add', '--quiet', '-b', 'side', side)
    const there = turn({ cwd: side, asked: 'Add a limit', edited: join(side, 'src/queue.js'), said: 'It has a limit.' })
    const result = keep([...atHome(), ...inShop(), ...there], { env: { CLAUDE_MEM_EXCLUDED_PROJECTS: shop.root } })
    expect(result).toMatchObject({ stored: 3, skipped: 6 })
    distil()
    expect(titles(home)).toEqual(['The backup'])
    const { n } = db.get<{ n: number }>(`SELECT count(*) AS n FROM observation_queue WHERE event LIKE '%queue%'`) ?? {}
    expect(n).toBe(0)
    expect(standsIn(facts(side), { CLAUDE_MEM_EXCLUDED_PROJECTS: shop.root })).toBeUndefined()
  })

  it('stays one for a session that began in it and moved on', () => {
    const secret = makeRepository({ root: join(home, 'secret') }).root
    const env = { CLAUDE_MEM_EXCLUDED_PROJECTS: secret }
    const moved = inShop().map(({ event }) => ({ event, session: facts(shop.root, { projectDir: secret }) }))
    expect(keep(moved, { env })).toMatchObject({ stored: 0, skipped: 3 })
    expect(standsIn(facts(shop.root, { projectDir: secret }), env)).toBeUndefined()
  })
})

describe('what a session is told', () => {
  const freshness = { of: () => new Map(), ofFile: () => 'unknown' as const }
  const parts = () => ({
    db,
    settings: settings({ CLAUDE_MEM_CROSS_PROJECT: 'false' }),
    address: '',
    timeZone: 'UTC',
    freshness,
  })

  beforeEach(() => {
    const earlier = [...atHome(), ...inShop()].map(({ event, session }) => ({
      event: { ...event, sessionId: 'old', key: `${event.key}-old` },
      session: { ...session, sessionId: 'old' },
    }))
    keep(earlier)
    distil()
  })

  it('beside a prompt is of the repository it stands in', async () => {
    keep(turn({ cwd: home, asked: 'Good morning', edited: join(home, 'a'), said: 'Hello.', sessionId: 'new' }))
    const recall = (cwd: string) => {
      const prompt = { kind: 'prompt' as const, key: 'p:1', sessionId: 'new', at, origin: 'hook' as const }
      const event = { ...prompt, text: 'Why does the queue take a thousand jobs at most?', machineMade: false }
      return promptContext({ ...parts(), meaning: undefined }, { event, session: facts(cwd, { sessionId: 'new' }) })
    }
    expect((await recall(join(shop.root, 'src')))?.shown).toMatchObject([{ observation: { project: shop.root } }])
    expect(await recall(home)).toBeUndefined()
    expect(standsIn(facts(shop.root, { sessionId: 'new' }))?.id).toBe(shop.root)
    expect(standsIn(facts(home, { sessionId: 'new' }))?.id).toBe(home)
  })

  it('after a restart is about the repository it is in now', () => {
    const asked: unknown[] = []
    const of = (_: number[], place: unknown) => {
      asked.push(place)
      return new Map()
    }
    const begin = (cwd: string) =>
      sessionContext({ ...parts(), freshness: { ...freshness, of } }, facts(cwd, { sessionId: 'new' }))?.text ?? ''
    expect(begin(join(shop.root, 'src'))).toMatch(/^(?![\s\S]*backup)[\s\S]*The queue takes at most/)
    expect(begin(home)).toMatch(/^(?![\s\S]*queue)[\s\S]*The backup runs/)
    expect(asked).toEqual([
      { project: shop.root, root: shop.root },
      { project: home, root: home },
    ])
  })

  it('of a file is settled by what it reads of it there', () => {
    const path = 'src/queue.js'
    const read = { sessionId: 's', project: shop.root, path, decision: 'denied' as const, fileTokens: 9, toldTokens: 1 }
    putGatedRead(db, read, at)
    const file = { file_path: join(shop.root, path) }
    const event = hostTool('Read', { sessionId: 's', key: 't:r', toolUseId: 'r', at, input: file, output: 'push(job)' })
    keep([{ event, session: facts(shop.root) }])
    expect(db.all('SELECT whole_reads AS n FROM reads')).toEqual([{ n: 1 }])
  })
})
