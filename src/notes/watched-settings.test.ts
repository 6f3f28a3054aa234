import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../test/support/wait.ts'
import { type NoteSettingsChange, type WatchedNoteSettings, watchNoteSettings } from './watched-settings.ts'

let folder: string
let globalFile: string
let workspaceFile: string
let changes: NoteSettingsChange[]
let watched: WatchedNoteSettings | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'note-settings-'))
  mkdirSync(join(folder, 'data'))
  mkdirSync(join(folder, 'work'))
  globalFile = join(folder, 'data', 'settings.json')
  workspaceFile = join(folder, 'work', 'agent-config.json')
  changes = []
})
afterEach(() => {
  watched?.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => {
  watched = watchNoteSettings({
    globalFile,
    workspaceFile,
    home: folder,
    onChange: (change) => changes.push(change),
    debounceMs: 10,
  })
  return watched
}
/** Atomic: a reader sees either the old file or the new one. */
const write = (file: string, value: unknown) => {
  writeFileSync(`${file}.tmp`, typeof value === 'string' ? value : JSON.stringify(value))
  renameSync(`${file}.tmp`, file)
}
const halfLife = (days: number) => ({ memory: { builtin: { halfLifeDays: days } } })
const changed = (what: string, is: (change: NoteSettingsChange) => boolean) => waitFor(what, () => changes.find(is))

describe('settings that are watched', () => {
  it('are there at once, from both files', () => {
    write(globalFile, { CLAUDE_MEM_PROVIDER: 'local', memory: { citations: 'off', builtin: { halfLifeDays: 7 } } })
    write(workspaceFile, halfLife(90))
    expect(start().current()).toMatchObject({ citations: 'off', builtin: { halfLifeDays: 90 } })
    expect(start().problems()).toEqual([])
  })
  it('are the defaults where neither file is there', () => expect(start().current().builtin.halfLifeDays).toBe(30))
  it('follow a file that is written again', async () => {
    write(globalFile, halfLife(7))
    const settings = start()
    writeFileSync(globalFile, JSON.stringify(halfLife(8)))
    await changed('the new half-life', ({ settings }) => settings.builtin.halfLifeDays === 8)
    expect(settings.current().builtin.halfLifeDays).toBe(8)
    expect(changes.at(-1)).toMatchObject({ critical: [] })
  })
  it('follow a file that another one replaces, twice', async () => {
    write(globalFile, halfLife(7))
    start()
    for (const days of [8, 9]) {
      write(globalFile, halfLife(days))
      await changed(`half-life ${days}`, ({ settings }) => settings.builtin.halfLifeDays === days)
    }
  })
  it('find a file that appears later, and lose what a deleted one said', async () => {
    start()
    write(workspaceFile, halfLife(90))
    await changed('the workspace’s half-life', ({ settings }) => settings.builtin.halfLifeDays === 90)
    rmSync(workspaceFile)
    await changed('the default again', ({ settings }) => settings.builtin.halfLifeDays === 30)
  })
  it('stay as they were while a file is half written, and say so once for each content', async () => {
    write(globalFile, halfLife(7))
    const settings = start()
    write(globalFile, '{"memory": {"built')
    const { problem } = await changed('the complaint', ({ problem }) => problem !== undefined)
    expect(problem).toBe('settings.json is not a JSON object; what it said before stays.')
    expect(settings.current().builtin.halfLifeDays).toBe(7)
    expect(settings.problems()).toEqual([problem])

    write(globalFile, '{"memory": {"built') // the same again
    write(workspaceFile, { memory: { citations: 'off' } })
    await changed('the other file', ({ settings }) => settings.citations === 'off')
    expect(changes.filter((change) => change.problem !== undefined)).toHaveLength(1)

    write(globalFile, halfLife(9))
    await changed('the mended file', ({ settings }) => settings.builtin.halfLifeDays === 9)
    expect(settings.problems()).toEqual([])
  })
  it('start from the defaults if a file makes no sense from the beginning', () => {
    write(globalFile, 'memory: yes')
    const settings = start()
    expect(settings.current().backend).toBe('builtin')
    expect(settings.problems()).toHaveLength(1)
  })
  it('name a value that cannot be used', () => {
    write(workspaceFile, { memory: { backend: 'pinecone' } })
    expect(start().problems()).toEqual([expect.stringMatching(/^agent-config\.json: memory\.backend/)])
  })
  it('say what a change of a critical key brings', async () => {
    start()
    write(globalFile, { memory: { extraPaths: ['~/notes'] } })
    const { critical, problem } = await changed('extraPaths', ({ critical }) => critical.length > 0)
    expect(critical).toEqual(['extraPaths'])
    expect(problem).toBe('extraPaths changed: the notes are listed again.')
  })
  it('say nothing of changes that are not about notes', async () => {
    start()
    write(globalFile, { CLAUDE_MEM_PROVIDER: 'claude' })
    write(workspaceFile, { memory: { citations: 'off' } })
    await changed('the other file', ({ settings }) => settings.citations === 'off')
    expect(changes).toHaveLength(1)
  })
  it('do without a workspace, and without its folder', () => {
    const onChange = () => {}
    const without = watchNoteSettings({ globalFile, workspaceFile: undefined, home: folder, onChange })
    const missing = watchNoteSettings({
      globalFile,
      workspaceFile: join(folder, 'gone', 'agent-config.json'),
      home: folder,
      onChange,
    })
    expect(missing.current()).toEqual(without.current())
    without.close()
    missing.close()
  })
  it('are not followed after closing', async () => {
    const closed = start()
    closed.close()
    const other = start()
    write(globalFile, halfLife(7))
    await waitFor('the other watcher', () => other.current().builtin.halfLifeDays === 7)
    expect(closed.current().builtin.halfLifeDays).toBe(30)
    expect(changes).toHaveLength(1)
  })
})
