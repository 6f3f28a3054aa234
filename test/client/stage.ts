/**
 * Where a check plays: a throw-away folder with its own home, project and memory, and what all checks of a run share.
 * Nothing of the caller's environment is handed on, so the person's own client, settings and memory are never touched.
 */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killIfThere } from '../support/worker.ts'
import type { RecordedRequest } from './scripted-model.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const API_KEY = 'test-key'

export interface Check {
  title: string
  run: (stage: Stage) => Promise<void>
}

/** One hook of one run, as the client reports it. */
export interface HookReport {
  place: string
  event: string
  name: string
  stdout: string
  stderr: string
  exitCode: number
}

export interface Place {
  name: string
  root: string
  home: string
  project: string
  data: string
  /** All the client gets, except the address of the model. */
  env: Record<string, string>
  /** What the client said to the model in all runs here. */
  requests: RecordedRequest[]
  stage: Stage
}

/** Must be closed: it has folders, and processes in them. */
export class Stage {
  readonly clientBinary: string
  readonly hooks: HookReport[] = []
  /** What clients wrote to stderr, where failures of the SessionEnd hook go. */
  readonly clientErrors: string[] = []
  /** A copy of program and plugin, as `install` makes one: a build that starts meanwhile empties dist/. */
  readonly #app = mkdtempSync(join(tmpdir(), 'claude-mem-client-app-'))
  readonly #clients = new Set<ChildProcess>()
  #places: Place[] = []

  constructor(clientBinary: string) {
    this.clientBinary = clientBinary
    for (const folder of ['dist', 'plugin']) cpSync(join(PACKAGE, folder), join(this.#app, folder), { recursive: true })
  }

  get plugin(): string {
    return join(this.#app, 'plugin')
  }

  openPlace(name: string, files: Record<string, string> = {}): Place {
    const root = realpathSync(mkdtempSync(join(tmpdir(), `claude-mem-client-${name}-`)))
    const at = (folder: string) => join(root, folder)
    const place: Place = {
      name,
      root,
      home: at('home'),
      project: at('project'),
      data: at('data'),
      env: clientEnvironment({ home: at('home'), tmp: at('tmp'), data: at('data') }),
      requests: [],
      stage: this,
    }
    for (const folder of ['home/.claude', 'project', 'tmp']) mkdirSync(at(folder), { recursive: true })
    mkdirSync(place.data, { mode: 0o700 })
    // as `claude-mem install` writes it
    writeFileSync(join(place.data, 'launch'), `${process.execPath}\n${join(this.#app, 'dist/worker-main.mjs')}\n`, {
      mode: 0o600,
    })
    writeFileSync(join(place.home, '.claude/.claude.json'), JSON.stringify(answeredFirstRunScreens(place.project)))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place.project, path)), { recursive: true })
      writeFileSync(join(place.project, path), text)
    }
    this.#places.push(place)
    return place
  }

  /** A client that a failed check leaves behind is ended with its place. */
  watch(client: ChildProcess): void {
    this.#clients.add(client)
    client.once('close', () => this.#clients.delete(client))
  }

  /** Ends every process that still runs in a place. Returns the folders that were kept. */
  async closePlaces(by: { keep: boolean }): Promise<string[]> {
    const places = this.#places.splice(0)
    for (const client of this.#clients) client.kill('SIGKILL')
    await waitFor('clients to end', () => (this.#clients.size === 0 ? true : undefined))
    for (const place of places) {
      await endProcesses(place)
      if (!by.keep) rmSync(place.root, { recursive: true, force: true })
    }
    return by.keep ? places.map((place) => place.root) : []
  }

  close(): void {
    rmSync(this.#app, { recursive: true, force: true })
  }
}

/** Asks until the answer is there; a check waits on what it needs, never on a clock. */
export async function waitFor<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  withinMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A killed process whose parent has not collected it yet still takes signals, but is dead. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

function clientEnvironment(by: { home: string; tmp: string; data: string }): Record<string, string> {
  return {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: by.home,
    TMPDIR: by.tmp,
    CLAUDE_CONFIG_DIR: join(by.home, '.claude'),
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    ANTHROPIC_API_KEY: API_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_BUG_COMMAND: '1',
    CLAUDE_MEM_DATA_DIR: by.data,
    CLAUDE_MEM_WORKER_PORT: '0',
  }
}

/** Onboarding, key approval and folder trust count as answered, so that a terminal session begins at its prompt. */
function answeredFirstRunScreens(project: string) {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  }
}

/** A hook that runs as the client ends can still be starting a worker: `start.lock` lies there until that one is up. */
async function endProcesses(place: Place): Promise<void> {
  const lock = join(place.data, 'start.lock')
  const settled = () => (!existsSync(lock) || processesIn(place).length > 0 ? true : undefined)
  await waitFor('a worker that is being started', settled, 2000).catch(() => undefined) // it died at birth: nothing to end
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const pids = processesIn(place)
    if (pids.length === 0) return
    for (const pid of pids) killIfThere(pid, signal)
    await waitFor('processes to end', () => (pids.some(isAlive) ? undefined : true), 5000).catch(() => undefined) // then SIGKILL
  }
}

/** By command line: every process started in a place names its folder, and no other process can. */
function processesIn(place: Place): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(place.root))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid)
}
