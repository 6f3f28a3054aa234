/** Changing memories by hand, as it is asked for over HTTP and on the command line. */
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWorker, readText, send } from '../src/worker/client.ts'
import type { Changed, ChangeList, Undone } from '../src/worker/protocol/changes.ts'
import type { ObservationFull } from '../src/worker/protocol/rows.ts'
import { runCli } from './support/cli.ts'
import { hookEnv } from './support/hook.ts'
import { makePlace, type Place, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { call, query, startWorker, stopWorker } from './support/worker.ts'

let place: Place

beforeAll(async () => {
  place = makePlace()
  seedFolder(place.data.root, place.project)
  await startWorker(place, { CLAUDE_MEM_EMBEDDINGS: 'off' })
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const memory = (id: number) => call<ObservationFull>(place, 'GET', `/api/observations/${id}`)
const post = <T>(path: string, body: object) => call<T>(place, 'POST', path, body)
const changes = async () => (await call<ChangeList>(place, 'GET', '/api/changes?limit=500')).results
const found = async (words: string) =>
  (await call<{ results: ObservationFull[] }>(place, 'GET', `/api/search/observations?query=${words}`)).results

async function refused(path: string, body: object, by: { token?: boolean } = {}) {
  const port = findWorker(place.data)
  if (!port) throw new Error('no worker is running')
  const token = by.token === false ? undefined : readText(place.data.token)?.trim()
  const reply = await send(port, { method: 'POST', path, token, body })
  const { error } = JSON.parse(reply.text) as { error: { message: string } } // our own worker's JSON
  return { status: reply.status, message: error.message }
}

describe('over HTTP', () => {
  it('a memory is edited, found by its new words, and as it was after an undo', async () => {
    const before = await memory(1)
    const edited = await post<Changed>('/api/observations/1/edit', { title: 'Vouchers count once', facts: [] })
    expect(edited).toMatchObject({ changed: true, memory: { id: 1, title: 'Vouchers count once', edited: true } })
    expect(await found('vouchers')).toMatchObject([{ id: 1, edited: true }])
    expect((await changes())[0]).toMatchObject({
      ...{ what: 'edit', undoable: true, undone_at: null, undo_first: null },
      memory: { id: 1, title: 'Vouchers count once' },
      fields: ['title', 'facts', 'edited'],
    })
    const undone = await post<Undone>('/api/changes/undo', {})
    expect(undone).toMatchObject({ undone: { id: edited.change, undoable: false }, memory: before })
    expect(await memory(1)).toEqual(before)
    expect(await found('vouchers')).toEqual([])
  })

  it('a memory is pinned and silenced, and a second time changes nothing', async () => {
    expect(await post('/api/observations/2/pin', { pinned: true })).toMatchObject({
      changed: true,
      memory: { pinned: true },
    })
    expect(await post('/api/observations/2/pin', { pinned: true })).toMatchObject({ changed: false, change: null })
    expect(await post('/api/observations/2/recall', { recall: false })).toMatchObject({ memory: { recalled: false } })
    expect(await found('login'), 'a search still finds it').toMatchObject([{ id: 2, recalled: false, pinned: true }])
    const last = await post<Changed>('/api/observations/2/recall', { recall: true })
    expect(last.memory).not.toHaveProperty('recalled')
    expect((await post<Changed>('/api/observations/2/pin', { pinned: false })).memory.pinned).toBe(false)
  })

  it.each([
    ['/api/observations/1/edit', {}, 400, 'Say what to change'],
    ['/api/observations/1/edit', { title: '' }, 400, 'title'],
    ['/api/observations/1/edit', { title: '<private>all of it</private>' }, 400, 'outside <private>'],
    ['/api/observations/1/edit', { titel: 'x' }, 400, 'titel'],
    ['/api/observations/1/edit', { type: 'idea' }, 400, 'type'],
    ['/api/observations/1/edit', { concepts: ['nice'] }, 400, 'concepts'],
    ['/api/observations/1/edit', { narrative: 'x'.repeat(20_001) }, 400, 'narrative'],
    ['/api/observations/1/edit', { facts: 'one' }, 400, 'facts'],
    ['/api/observations/999/edit', { title: 'x' }, 404, 'no memory'],
    ['/api/observations/-1/edit', { title: 'x' }, 404, 'no memory'],
    ['/api/observations/1e3/pin', { pinned: true }, 404, 'no memory'],
    ['/api/observations/1/pin', { pinned: 'yes' }, 400, 'pinned'],
    ['/api/observations/1/pin', {}, 400, 'pinned'],
    ['/api/observations/1/recall', { recall: 0 }, 400, 'recall'],
    ['/api/changes/undo', { change: 999 }, 404, 'no change 999'],
    ['/api/changes/undo', { change: 1 }, 409, 'undone already'],
    ['/api/changes/undo', { change: 'all' }, 400, 'change'],
  ])('%s %j is refused with %i and changes nothing', async (path, body, status, message) => {
    const before = query(place, 'SELECT * FROM observations')
    expect(await refused(path, body)).toEqual({ status, message: expect.stringContaining(message) })
    expect(query(place, 'SELECT * FROM observations')).toEqual(before)
  })

  it.each([
    ['/api/observations/1/edit', { title: 'x' }],
    ['/api/observations/1/pin', { pinned: true }],
    ['/api/observations/1/recall', { recall: false }],
    ['/api/changes/undo', {}],
  ])('%s needs the token', async (path, body) => {
    expect((await refused(path, body, { token: false })).status).toBe(401)
  })
})

describe('on the command line', () => {
  it('a memory is edited by options, and the line that undoes it is printed and works', async () => {
    const run = await runCli(place, [
      'edit',
      '3',
      '--title',
      'Invoices are in SQLite',
      '--fact',
      'one',
      '--fact',
      'two',
    ])
    expect(run.stdout).toMatch(/^Changed memory 3: Invoices are in SQLite\nTo take it back: claude-mem undo \d+\n$/)
    expect((await memory(3)).facts).toEqual(['one', 'two'])
    const shown = await runCli(place, ['show', '3'])
    expect(shown.stdout).toContain('edited by you')
    const undone = await runCli(place, (/undo \d+/.exec(run.stdout)?.[0] ?? '').split(' '))
    expect(undone.stdout).toMatch(/^Undone: the edit of memory 3: /)
    expect((await memory(3)).facts).not.toContain('one')
    expect((await runCli(place, ['edit', '3', '--fact=', '--json'])).stdout).toContain('"facts": []')
    await runCli(place, ['undo'])
  })

  it('pin, unpin and silence say what they did, or that it was so already', async () => {
    const said = async (...args: string[]) => (await runCli(place, args)).stdout.split('\n')[0]
    expect(await said('pin', '4')).toMatch(/^Pinned memory 4: /)
    expect(await said('pin', '#4')).toMatch(/^It was pinned already: memory 4: /)
    expect(await said('unpin', '4')).toMatch(/^No longer pinned: memory 4: /)
    expect(await said('silence', '4')).toMatch(/^Never shown unasked again: memory 4: /)
    expect(await said('silence', '4', '--off')).toMatch(/^Shown again where it fits: memory 4: /)
    const list = await runCli(place, ['undo', '--list'])
    expect(list.stdout).toMatch(/recall 4: .*\n.* silence 4: .*\(undo \d+ first\)/)
  })

  it.each([
    [['edit', '1'], 'there is no terminal to open an editor in'],
    [['edit'], 'needs ID'],
    [['edit', 'total', '--title', 'x'], 'is not the id of a memory'],
    [['edit', '999', '--title', 'x'], 'no memory with id 999'],
    [['edit', '999'], 'no memory with this id'],
    [['edit', '1', '--type', 'idea'], 'no type `idea`'],
    [['edit', '1', '--concept', 'nice'], 'no concept `nice`'],
    [['edit', '1', '--titel', 'x'], 'Did you mean --title?'],
    [['pin', 'x'], 'is not the id of a memory'],
    [['undo', 'x'], 'is not the number of a change'],
    [['undo', '999'], 'There is no change 999.\nList them with: claude-mem undo --list\n'],
  ])('%j is refused', async (args, message) => {
    const run = await runCli(place, args)
    expect(run.code).not.toBe(0)
    expect(run.stderr).toContain(message)
  })
})

describe('in an editor', () => {
  /** A terminal of its own for the command, with this script as the editor. */
  async function editWith(script: string, typed = ''): Promise<string> {
    const editor = join(place.root, 'editor')
    writeFileSync(editor, `#!/bin/sh\nstat -c '%a' "$1" "$(dirname "$1")" >> ${join(place.root, 'modes')}\n${script}\n`)
    chmodSync(editor, 0o755)
    return inTerminal(['edit', '5'], { VISUAL: editor, typed })
  }

  /** `script` gives it one. */
  async function inTerminal(args: string[], by: { VISUAL: string; typed: string }): Promise<string> {
    const run = await runCli(place, ['help']) // puts the program in its place
    expect(run.code).toBe(0)
    const command = [process.execPath, join(place.root, 'package/bin/claude-mem.mjs'), ...args].join(' ')
    const env = { ...hookEnv(place, { env: { VISUAL: by.VISUAL, NO_COLOR: '1' } }), TMPDIR: place.root }
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { env, input: by.typed, encoding: 'utf8' })
    return stdout
  }

  it('what is saved is stored, the file was readable by its owner alone, and is gone', async () => {
    const out = await editWith(`sed -i 's/^title: .*/title: Written by hand/' "$1"; printf 'one more fact\\n' >> "$1"`)
    expect(out).toContain('Changed memory 5: Written by hand')
    expect(await memory(5)).toMatchObject({ title: 'Written by hand', edited: true })
    expect((await memory(5)).facts.at(-1)).toBe('one more fact')
    expect(readFileSync(join(place.root, 'modes'), 'utf8')).toBe('600\n700\n')
    expect(
      readdirSync(place.root).filter(
        (name) => statSync(join(place.root, name)).isDirectory() && /^claude-mem-/.test(name),
      ),
    ).toEqual([])
    await runCli(place, ['undo'])
  })

  it('what is saved as it was changes nothing; neither does an editor that fails', async () => {
    const before = (await changes()).length
    expect(await editWith('true')).toContain('Nothing was changed.')
    expect(await editWith('echo x >> "$1"; exit 1')).toContain('ended with 1. Nothing was changed.')
    expect((await changes()).length).toBe(before)
  })

  it('a form that cannot be used says why, and is opened again as it was left', async () => {
    const once = `grep -q 'type: idea' "$1" && sed -i 's/^type: idea/type: decision/' "$1" || sed -i 's/^type: .*/type: idea/' "$1"`
    const out = await editWith(once, 'y\n')
    expect(out).toContain('There is no type `idea`.')
    expect(out).toContain('Changed memory 5')
    expect((await memory(5)).type).toBe('decision')
  })
})
