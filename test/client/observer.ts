/** The `claude` provider's child in a place: the real client under a name of its own, and what it may not leave behind. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../../src/worker/process/launch.ts'
import { type Place, waitFor } from './stage.ts'
import { findLivingWorker } from './worker.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** By a name inside the place, so that its processes can be told from everybody else's. */
export function linkClient(place: Place): string {
  const executable = join(place.root, 'claude')
  symlinkSync(place.stage.clientBinary, executable)
  return executable
}

/** As a hook starts it, with the provider `claude` in its environment and without the pause after a turn. */
export async function startObservingWorker(place: Place, env: Record<string, string>): Promise<void> {
  const [runtime = '', script = ''] = readFileSync(join(place.data, 'launch'), 'utf8').split('\n')
  const settings = {
    CLAUDE_MEM_PROVIDER: 'claude',
    CLAUDE_MEM_BATCH_WINDOW_MS: '0',
    // The index process starts in the middle of the run and would be measured along.
    CLAUDE_MEM_EMBEDDINGS: 'off',
  }
  const by = { cwd: '/', detached: true, stdio: 'ignore' as const, env: { ...settings, ...env } }
  spawn(runtime, [...NODE_FLAGS, script, place.data], by).unref()
  await waitFor('the worker', () => findLivingWorker(place))
}

/** Runs one of the client's own commands. */
export function manage(place: Place, by: { executable: string; env: Record<string, string> }, ...args: string[]): void {
  const run = spawnSync(by.executable, args, { cwd: place.home, env: by.env, encoding: 'utf8' })
  assert.equal(run.status, 0, `claude ${args.join(' ')}: ${run.stdout}${run.stderr}`)
}

/** As `claude-mem install` does it, in the configuration folder of the place. */
export function installPlugin(place: Place, by: { executable: string; env: Record<string, string> }): void {
  manage(place, by, 'plugin', 'marketplace', 'add', ROOT)
  manage(place, by, 'plugin', 'install', 'claude-mem@claude-mem', '--scope', 'user')
}

/** By process group, because the client forks for a moment now and then; the shell is in the group of its client. */
export function observersIn({ root }: Place): number[] {
  const groups = new Set<number>()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`${root}/claude\0--print`)) continue
      // `pid (name) state ppid pgrp …`; the name may hold spaces
      const [, , group] = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      groups.add(Number(group))
    } catch {
      // it ended while we looked
    }
  }
  return [...groups]
}

/** What lies in the client's folder of projects: transcripts, memory, anything. */
export function projectFiles({ home }: Place): string[] {
  const projects = join(home, '.claude/projects')
  if (!existsSync(projects)) return []
  return readdirSync(projects, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(projects, name)).isFile())
}
