/** Projects as people name, merge and exclude them on the command line and over HTTP. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWorker, readText, send } from '../src/worker/client.ts'
import type { ProjectList } from '../src/worker/protocol/projects.ts'
import { runCli } from './support/cli.ts'
import { hostSession } from './support/host-session.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { OTHER_SHOP, seedFolder } from './support/seed.ts'
import { call, query, startWorker, stopWorker, workerUp } from './support/worker.ts'

let place: Place
const QUIET = { CLAUDE_MEM_EMBEDDINGS: 'off' }

beforeAll(async () => {
  place = makePlace()
  seedFolder(place.data.root, place.project)
  await startWorker(place, QUIET)
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const cli = (...args: string[]) => runCli(place, args, { env: QUIET })
const projects = async () => (await call<ProjectList>(place, 'GET', '/api/projects')).results

async function refused(path: string, body: object): Promise<{ status: number; message: string }> {
  const port = findWorker(place.data)
  if (!port) throw new Error('no worker is running')
  const reply = await send(port, { method: 'POST', path, token: readText(place.data.token)?.trim(), body })
  const { error } = JSON.parse(reply.text) as { error: { message: string } } // our own worker's JSON
  return { status: reply.status, message: error.message }
}

describe('projects', () => {
  it('are listed, two of one name with what tells them apart', async () => {
    const { stdout } = await cli('projects')
    expect(stdout).toMatch(
      /^shop {2}1 memory, 1 session, last used .*\n {2}\/elsewhere\/shop\n {2}id github.com\/other\/shop\nshop {2}7 memories, 2 sessions/,
    )
    expect(stdout).toContain(place.project)
    expect(JSON.parse((await cli('projects', '--json')).stdout)).toMatchObject({ count: 2 })
  })

  it.each([
    ['/api/projects/rename', { project: 'shop', name: 'x' }, 409, 'Several projects'],
    ['/api/projects/rename', { project: OTHER_SHOP, name: ' ' }, 400, 'name'],
    ['/api/projects/rename', { project: 'nowhere', name: 'x' }, 404, 'no project'],
    ['/api/projects/alias', { project: OTHER_SHOP, alias: 'shop' }, 409, 'is a project already'],
    ['/api/projects/alias', { project: OTHER_SHOP, alias: 'x', remove: true }, 404, 'no alias'],
    ['/api/projects/merge', { from: OTHER_SHOP, into: OTHER_SHOP, preview: false }, 400, 'one project already'],
    ['/api/projects/merge', { from: OTHER_SHOP, into: 'nowhere', preview: false }, 404, 'no project'],
    ['/api/projects/merge', { from: OTHER_SHOP, into: 'x' }, 400, 'preview'],
  ])('%s %j is refused with %i and changes nothing', async (path, body, status, message) => {
    const before = await projects()
    expect(await refused(path, body)).toEqual({ status, message: expect.stringContaining(message) })
    expect(await projects()).toEqual(before)
  })

  it('are renamed and aliased, and then asked for by that name', async () => {
    expect((await cli('projects', 'rename', OTHER_SHOP, 'second', 'shop')).stdout).toBe(
      `${OTHER_SHOP} is called second shop now.\n`,
    )
    expect((await cli('projects', 'alias', 'second shop', 'till')).stdout).toBe('till means second shop now.\n')
    const found = await cli('search', 'release', '--project', 'till', '--json')
    expect(found.code).toBe(0)
    expect((await cli('projects')).stdout).toContain('  also till\n')
    expect((await cli('projects', 'alias', 'second shop', 'till', '--remove')).stdout).toBe(
      'till no longer means second shop.\n',
    )
    expect((await cli('search', 'release', '--project', 'till')).code).toBe(3)
  })

  it('are merged after a preview and a yes; a session in the merged folder goes to the other', async () => {
    const shown = await cli('projects', 'merge', 'second shop', 'shop', '--preview')
    expect(shown.stdout).toBe(
      `Would move 1 memory, 1 session, 1 summary, 1 prompt from second shop (/elsewhere/shop) into shop (${place.project}).\n`,
    )
    const asked = await cli('projects', 'merge', 'second shop', 'shop')
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('needs --yes')])
    expect(await projects()).toHaveLength(2)
    const done = await cli('projects', 'merge', 'second shop', 'shop', '--yes')
    expect(done.stdout).toMatch(/^Moved 1 memory, 1 session, 1 summary, 1 prompt from second shop /)
    expect(await projects()).toMatchObject([{ id: place.project, memories: 8, aliases: [OTHER_SHOP] }])
    expect((await cli('search', 'release', '--project', OTHER_SHOP)).code, 'its id still means something').toBe(0)
  })

  it('are kept out by a line in the settings, and let in again', async () => {
    const settings = () => readFileSync(join(place.data.root, 'settings.json'), 'utf8')
    expect((await cli('projects', 'exclude')).stdout).toBe(`Nothing is captured in ${place.project} from now on.\n`)
    expect(settings()).toContain(`"CLAUDE_MEM_EXCLUDED_PROJECTS": "${place.project}"`)
    expect((await cli('projects', 'exclude', 'shop')).stdout).toBe(`${place.project} was excluded already.\n`)
    expect((await cli('projects')).stdout).toContain('[excluded]')
    await workerUp(place)
    const session = hostSession(place, 'unseen')
    await session.asks('Nobody shall remember this.')
    expect(query(place, `SELECT 1 FROM sdk_sessions WHERE claude_session_id = 'unseen'`)).toEqual([])
    expect((await cli('projects', 'include', place.project)).stdout).toBe(`${place.project} is captured again.\n`)
    expect(settings()).not.toContain('EXCLUDED')
    expect((await cli('projects', 'include')).stdout).toBe(`${place.project} was not excluded.\n`)
  })

  it('say what is in the way of excluding or including them', async () => {
    expect((await cli('projects', 'exclude', 'nowhere')).stderr).toContain('no project or folder `nowhere`')
    const inEnvironment = { ...QUIET, CLAUDE_MEM_EXCLUDED_PROJECTS: '/nowhere/*' }
    const blocked = await runCli(place, ['projects', 'exclude'], { env: inEnvironment })
    expect(blocked.stderr).toContain('set in the environment, which wins')
    const wide = { ...QUIET, CLAUDE_MEM_EXCLUDED_PROJECTS: `${place.root}/*` }
    expect((await runCli(place, ['projects', 'include'], { env: wide })).stderr).toContain('is excluded by the pattern')
    mkdirSync(join(place.project, 'a,b'))
    expect((await runCli(place, ['projects', 'exclude', 'a,b'], { env: QUIET })).stderr).toContain('comma')
  })
})
