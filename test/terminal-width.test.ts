/** On a terminal lines end between words and within its width; commands to copy and code stay whole. In a pipe nothing is broken. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookEnv } from './support/hook.ts'
import { makePlace, removePlace } from './support/place.ts'
import { seedFolder } from './support/seed.ts'
import { startWorker, stopWorker } from './support/worker.ts'

const place = makePlace()
beforeAll(async () => {
  seedFolder(place.data.root, place.project)
  await startWorker(place)
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

const COLUMNS = 50
const hasScript = spawnSync('script', ['-qec', 'exit 0', '/dev/null']).status === 0

/** `script` gives the command a terminal of its own. */
function onTerminal(...args: string[]): string[] {
  const command = [process.execPath, join(place.app, 'main.mjs'), ...args].map((word) => `'${word}'`).join(' ')
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${COLUMNS}; ${command}`, '/dev/null'], {
    cwd: place.project,
    env: { ...hookEnv(place), NO_COLOR: '1', TERM: 'xterm', SHELL: '/bin/sh' },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return stdout.replaceAll('\r', '').trimEnd().split('\n')
}

function inPipe(...args: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [join(place.app, 'main.mjs'), ...args], {
    cwd: place.project,
    env: { ...hookEnv(place), NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return stdout.trimEnd().split('\n')
}

const isCommand = (line: string) => /^ *(\w[\w ]*: )?claude-mem /.test(line)
const words = (lines: string[]) => lines.join(' ').split(/\s+/)

describe.skipIf(!hasScript)('a terminal of 50 columns', () => {
  it.each([
    ['search', 'login', 'redirect'],
    ['show', '2'],
    ['status'],
    ['stats'],
    ['search', '--help'],
    ['notes', '--help'],
  ])('gets `%s` in lines that fit it, with every word whole', (...args) => {
    const shown = onTerminal(...args)
    const wide = shown.filter((line) => [...line].length > COLUMNS && !isCommand(line))
    expect(wide.filter((line) => line.trim().includes(' '))).toEqual([])
    if (args[0] !== 'status' && args[0] !== 'stats') expect(words(shown)).toEqual(words(inPipe(...args)))
  })

  it('gets a command to copy on one line', () => {
    const shown = onTerminal('search', '--type', 'bugfix,decision', 'it', 'was', '--limit', '1')
    expect(shown.at(-1)).toBe('more: claude-mem search it was --type bugfix,decision --limit 1 --page 2')
  })
})

it('a pipe gets long lines as they are', () => {
  expect(Math.max(...inPipe('show', '2').map((line) => line.length))).toBeGreaterThan(COLUMNS)
})
