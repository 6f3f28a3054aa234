/** A repository may say what it likes in git's files: asking git about it runs nothing of its own. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BranchQuestion, committedFiles, reachOf } from '../src/workspace/branches.ts'
import { makeGit } from '../src/workspace/git-process.ts'
import { HOSTILE_REPOSITORIES } from './support/hostile-repositories.ts'
import { makeRepository, type Repository } from './support/repository.ts'

let honest: Repository
let commits: { merged: string; squashed: string; open: string; main: string; blob: string }
let base: string
const ORDINARY_PATH = '/usr/local/bin:/usr/bin:/bin'

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-hostile-')))
  honest = makeRepository()
  honest.write('a.ts', 'one\n')
  honest.commit('first')
  const branch = (name: string) => {
    honest.git('checkout', '--quiet', '-b', name, 'main')
    honest.write(`${name}.ts`, `${name}\n`)
    return honest.commit(name)
  }
  const merged = branch('merged')
  const squashed = branch('squashed')
  const open = branch('open')
  honest.git('checkout', '--quiet', 'main')
  honest.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'merged')
  honest.git('merge', '--quiet', '--squash', 'squashed')
  const main = honest.commit('squash')
  commits = { merged, squashed, open, main, blob: honest.git('rev-parse', 'main:merged.ts') }
})
afterAll(() => {
  honest.remove()
  rmSync(base, { recursive: true, force: true })
})

const changed: string[] = []
afterEach(() => {
  for (const name of changed.splice(0)) delete process.env[name]
})

/** Everything the product asks git, and what it was told. */
async function ask(root: string, searchPath = ORDINARY_PATH) {
  const git = makeGit({ searchPath, place: join(base, 'git'), limitMs: 5000 })
  const about = (branch: 'merged' | 'squashed' | 'open'): BranchQuestion => ({
    ...{ root, branch, head: commits[branch], tip: commits[branch], lastTip: undefined, into: commits.main },
  })
  return {
    merged: await reachOf({ ...about('merged'), tip: undefined }, git),
    squashed: await reachOf(about('squashed'), git),
    open: await reachOf(about('open'), git),
    files: await committedFiles(git, { root, commit: commits.main, paths: ['merged.ts'] }),
  }
}

const right = () => ({
  merged: { reach: 'work', squashed: false },
  squashed: { reach: 'head', squashed: true },
  open: { reach: 'none', squashed: false },
  files: new Map([['merged.ts', commits.blob]]),
})
const NOTHING = { merged: undefined, squashed: undefined, open: undefined, files: undefined }

describe('asking git', () => {
  it('tells of an honest repository which branches arrived, and changes nothing in it', async () => {
    const before = readdirSync(join(honest.root, '.git'), { recursive: true })
    expect(await ask(honest.root)).toEqual(right())
    expect(readdirSync(join(honest.root, '.git'), { recursive: true })).toEqual(before)
  })

  it.each(HOSTILE_REPOSITORIES)('runs nothing of a repository with $name', async ({ name, lay }) => {
    const place = join(base, String(HOSTILE_REPOSITORIES.findIndex((one) => one.name === name)))
    const root = join(place, 'shop')
    const mark = join(place, 'mark')
    mkdirSync(place)
    cpSync(honest.root, root, { recursive: true })
    const trap = lay(root, mark)
    for (const [key, value] of Object.entries(trap.environment ?? {})) {
      changed.push(key)
      process.env[key] = value
    }
    const told = await ask(trap.root, trap.searchPath)
    expect(existsSync(mark), 'something of the repository was run').toBe(false)
    expect(told).toEqual(trap.unanswered ? NOTHING : right())
  })

  it('is tried with at least twenty of them', () => expect(HOSTILE_REPOSITORIES.length).toBeGreaterThanOrEqual(20))
})
