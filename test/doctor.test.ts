/**
 * `doctor` as a user runs it: the built program against a real install in a home that is thrown away. Each fault is really
 * made; the doctor has to name it with what to do, `--fix` has to repair the safe ones, and its probe may leave nothing.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findProgram, loadConfig } from '../src/config.ts'
import { CHECKS } from '../src/doors/cli/doctor/checks.ts'
import { judgeRoom } from '../src/doors/cli/doctor/folder.ts'
import { type Checked, type Finding, runChecks } from '../src/doors/cli/doctor/run-checks.ts'
import { PROBE_SESSIONS } from '../src/memory/probe.ts'
import { dataFolder, findWorker } from '../src/worker/client.ts'
import { findBytes, wordNeedles } from './support/data-folder-bytes.ts'
import { PROJECT_ROOT } from './support/place.ts'
import { killIfThere, workerPids } from './support/worker.ts'

const place = mkdtempSync(join(tmpdir(), 'claude-mem-checkup-'))
const home = join(place, 'home')
const bin = join(place, 'bin')
const project = join(home, 'shop')
const data = dataFolder(join(home, '.claude-mem'))
const settings = join(home, '.claude/settings.json')
const state = join(home, '.claude.json')
const hookScript = join(data.app, 'marketplace/plugin/hooks/hook.sh')
const transcripts = join(home, '.claude/projects/-shop')
const DAY_MS = 24 * 60 * 60 * 1000

function claudeMem(args: string[], env: Record<string, string> = {}) {
  const main = join(place, 'package/dist/main.mjs')
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd: project,
    env: { PATH: bin, HOME: home, CLAUDE_MEM_WORKER_PORT: '0', CLAUDE_MEM_EMBEDDINGS: 'off', ...env },
    encoding: 'utf8',
  })
  return { code: run.status, out: run.stdout, err: run.stderr }
}

interface Report {
  code: number | null
  ok: boolean
  checks: Checked[]
  findings: Finding[]
}

function doctor(args: string[] = [], env: Record<string, string> = {}): Report {
  const { code, out } = claudeMem(['doctor', '--json', ...args], env)
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Checked[] } // printed by the command
  return { code, ok, checks, findings: checks.flatMap(({ findings }) => findings) }
}

const faultsOf = ({ findings }: Report) => findings.filter(({ fixed }) => !fixed).map(({ fault }) => fault)
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')), { mode: 0o600 })
const editJson = (path: string, change: (value: Record<string, unknown>) => object) =>
  edit(path, (text) => JSON.stringify(change(JSON.parse(text) as Record<string, unknown>), null, 2)) // as install wrote it
const spooled = (event: string, session: string) =>
  `1\t${event}\t79\tcli\t${project}\n{"session_id":"${session}","hook_event_name":"${event}"}`
const runtimeIs = (path: string) => edit(data.launch, (text) => `${path}\n${text.split('\n')[1]}\n`)
const openDatabase = () => new DatabaseSync(join(data.root, 'db.sqlite'))
const endWorkers = () => {
  for (const pid of workerPids(data)) killIfThere(pid)
}

let before: Record<string, string>

beforeAll(() => {
  for (const folder of [bin, project, join(home, '.claude')]) mkdirSync(folder, { recursive: true })
  const shipped = ['package.json', 'bin', 'dist', 'demo', 'templates', 'plugin', '.claude-plugin']
  for (const name of shipped) cpSync(join(PROJECT_ROOT, name), join(place, 'package', name), { recursive: true })
  // Only what the hook script needs: a `claude` of this machine must not be found.
  const programs = ['sh', 'bash', 'curl', 'cat', 'mv', 'rm', 'mkdir', 'date', 'sleep', 'du', 'find', 'head', 'mktemp']
  for (const name of programs) symlinkSync(findProgram(name) ?? '', join(bin, name))
  writeFileSync(settings, '{}\n')
  expect(claudeMem(['install', '--no-import']).code).toBe(0)
  expect(claudeMem(['remember', 'Totals are rounded once, at the end.']).code).toBe(0)
  before = Object.fromEntries([settings, state, data.launch].map((path) => [path, readFileSync(path, 'utf8')]))
}, 60_000)

afterEach(() => {
  for (const [path, text] of Object.entries(before)) writeFileSync(path, text, { mode: 0o600 })
})

afterAll(() => {
  endWorkers()
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

/** Rows of every table, how far its numbers are, and what the keyword indexes contain. */
function everything(): Record<string, unknown> {
  const db = openDatabase()
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[] // its columns
    const isPlain = (name: string) => !/_(?:data|idx|docsize|config|content)$/.test(name)
    return Object.fromEntries(
      tables
        .map(({ name }) => name)
        .filter(isPlain)
        .map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]),
    )
  } finally {
    db.close()
  }
}

/** Of all files outside the program: what is in them, and when they changed. */
function journalTimes(): string[] {
  const folder = join(data.root, 'journal')
  return readdirSync(folder).map(
    (name) =>
      `${name} ${readFileSync(join(folder, name), 'utf8')} ${statSync(join(folder, name)).mtime.toISOString().slice(0, 19)}`,
  )
}

/** Where words of a probe stand outside the program; a keyword index would have `doctor` as it is. */
function probeBytes(): string[] {
  return [PROBE_SESSIONS, 'doctor', 'found again'].flatMap((word) => {
    const needles = wordNeedles(word).filter(({ name }) => name !== 'its end')
    return findBytes(data.root, needles, word).filter((path) => !path.startsWith('app/'))
  })
}

describe('a healthy install', () => {
  it('is all green, and the probe leaves nothing behind: no row, no number, no journal line, no byte', () => {
    const rows = everything()
    const journal = journalTimes()
    const report = doctor()
    expect(report.findings).toEqual([])
    expect(report).toMatchObject({ code: 0, ok: true })
    expect(report.checks.filter(({ state: one }) => one !== 'ok')).toEqual([])
    expect(report.checks.find(({ name }) => name === 'probe')?.says).toMatch(/^stored and found within \d+ ms/)
    expect(everything()).toEqual(rows)
    expect(journalTimes()).toEqual(journal)
    expect(probeBytes()).toEqual([])
  })

  it('removes a probe that an interrupted check left, even one that a backup has', () => {
    const rows = everything()
    const payload = { session_id: `${PROBE_SESSIONS}leftover`, prompt: 'is zavunolemi found again', cwd: data.root }
    const send = () =>
      spawnSync('sh', [hookScript, 'UserPromptSubmit'], {
        env: { PATH: bin, HOME: home },
        input: JSON.stringify({ ...payload, hook_event_name: 'UserPromptSubmit' }),
      })
    send()
    expect(doctor().ok).toBe(true)
    expect(everything()).toEqual(rows)
    send()
    expect(doctor(['--fix']).ok).toBe(true)
    expect(findBytes(data.root, wordNeedles('zavunolemi'), 'zavunolemi')).toEqual([])
  })
})

it('the plugin’s command runs the installed program, and what it prints works without ours on the PATH', () => {
  const page = readFileSync(join(data.app, 'marketplace/plugin/commands/doctor.md'), 'utf8')
  const command = /```sh\n(.+)\n```/.exec(page)?.[1] ?? ''
  const env = { PATH: bin, HOME: home, CLAUDE_MEM_WORKER_PORT: '0', CLAUDE_MEM_EMBEDDINGS: 'off' }
  const run = (line: string) => spawnSync('sh', ['-c', line], { cwd: project, env, encoding: 'utf8' })
  expect(run(command)).toMatchObject({ status: 0, stdout: expect.stringContaining('All is well.') })
  writeFileSync(data.paused, '', { mode: 0o600 })
  const fix = /fix {2}(.+ resume)$/m.exec(run(command).stdout)?.[1] ?? ''
  expect(run(fix)).toMatchObject({ status: 0 })
  expect(existsSync(data.paused)).toBe(false)
})

/** Found in one run, each beside the others. `safe` ones are repaired by `--fix`. */
const TOGETHER: { fault: string; make: () => void; fix: RegExp; safe: boolean }[] = [
  {
    fault: 'folder-open',
    make: () => {
      chmodSync(data.root, 0o755)
      chmodSync(data.token, 0o644)
    },
    fix: /doctor --fix$/,
    safe: true,
  },
  {
    fault: 'settings-unreadable',
    make: () =>
      writeFileSync(data.settings, '{"CLAUDE_MEM_DAILY_TOKEN_BUDGET": "lots", "CLAUDE_MEM_PROVIDER": "anthropic"}'),
    fix: /correct it in .*settings\.json/,
    safe: false,
  },
  { fault: 'provider-needs', make: () => claudeMem(['stop']), fix: /provider anthropic --key-stdin$/, safe: false },
  {
    fault: 'other-plugin',
    make: () => editJson(settings, (value) => ({ ...value, enabledPlugins: { 'claude-mem@thedotmack': true } })),
    fix: /^claude plugin disable claude-mem@thedotmack$/,
    safe: false,
  },
  {
    fault: 'other-hooks',
    make: () =>
      editJson(settings, (value) => ({
        ...value,
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'python3 -m mempalace.hooks save' }] }] },
      })),
    fix: /remove the hooks of mempalace from .*settings\.json$/,
    safe: false,
  },
  { fault: 'hooks-missing', make: () => {}, fix: /install$/, safe: true },
  {
    fault: 'tools-missing',
    make: () => editJson(state, ({ mcpServers: _, ...value }) => value),
    fix: /install$/,
    safe: true,
  },
  {
    fault: 'skill-missing',
    make: () => rmSync(join(home, '.claude/skills/mem-search'), { recursive: true }),
    fix: /install$/,
    safe: true,
  },
  { fault: 'spool-full', make: () => writeFileSync(data.full, '', { mode: 0o600 }), fix: /start$/, safe: true },
  {
    fault: 'starts-failed',
    make: () => writeFileSync(join(data.root, 'starts.failed'), ''),
    fix: /start$/,
    safe: true,
  },
  {
    fault: 'spool-old',
    make: () => {
      const event = join(data.spool, '79.abcdefghijkn')
      const at = (Date.now() - 2 * DAY_MS) / 1000
      writeFileSync(event, spooled('Stop', 'old'), { mode: 0o600 })
      utimesSync(event, at, at)
    },
    fix: /start$/,
    safe: true,
  },
  {
    fault: 'notes-unread',
    make: () => {
      mkdirSync(join(project, 'memory'))
      writeFileSync(join(project, 'memory/MEMORY.md'), 'x'.repeat(3_000_000))
    },
    fix: /notes doctor$/,
    safe: false,
  },
  {
    fault: 'not-recorded',
    make: () => {
      mkdirSync(transcripts, { recursive: true })
      const path = join(transcripts, 'one.jsonl')
      writeFileSync(path, `{"type":"user","cwd":${JSON.stringify(project)},"sessionId":"one"}\n`)
      utimesSync(path, Date.now() / 1000 + 7200, Date.now() / 1000 + 7200)
    },
    fix: /import transcripts$/,
    safe: false,
  },
]

describe('many faults at once', () => {
  it('are each found with what to do, and --fix repairs the safe ones', () => {
    for (const { make } of TOGETHER) make()
    const report = doctor()
    expect(report).toMatchObject({ code: 1, ok: false })
    expect(faultsOf(report)).toEqual(expect.arrayContaining(TOGETHER.map(({ fault }) => fault)))
    for (const { fault, fix, safe } of TOGETHER) {
      const found = report.findings.find((one) => one.fault === fault)
      expect(found?.fix, fault).toMatch(fix)
      expect(found?.safe, fault).toBe(safe)
      for (const text of [found?.what, found?.why]) expect(text, fault).toMatch(/^\S.*[.)]$/s)
    }
    // Set again what the first run mended by starting the worker.
    writeFileSync(data.full, '', { mode: 0o600 })
    const fixed = doctor(['--fix'])
    expect(faultsOf(fixed).sort()).toEqual(
      TOGETHER.filter(({ safe }) => !safe)
        .map(({ fault }) => fault)
        .sort(),
    )
    const mended = fixed.findings.filter((one) => one.fixed).map(({ fault }) => fault)
    expect(mended).toEqual(expect.arrayContaining(['folder-open', 'hooks-missing', 'spool-full']))
    expect(statSync(data.token).mode & 0o777).toBe(0o600)
    expect(existsSync(join(home, '.claude/skills/mem-search/SKILL.md'))).toBe(true)
    rmSync(data.settings)
    rmSync(transcripts, { recursive: true })
    rmSync(join(project, 'memory'), { recursive: true })
    claudeMem(['stop'])
  })

  it('once all are gone: one line for each check, in words, and 0', () => {
    const { code, out, err } = claudeMem(['doctor'])
    expect(out).not.toContain('FAULT')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^ok {5}probe/m)
    expect(out.trimEnd().endsWith('All is well.')).toBe(true)
  })
})

/** States of the host's files and of the program of which there can be only one. Looked at without a process. */
const ALONE: { fault: string; make: () => void; undo?: () => void; fix: RegExp }[] = [
  { fault: 'not-installed', make: () => rmSync(data.launch), fix: /^claude-mem install$/ },
  {
    fault: 'program-missing',
    make: () => edit(data.launch, (text) => text.replace('/dist/', '/gone/')),
    fix: /^claude-mem install$/,
  },
  { fault: 'runtime-missing', make: () => runtimeIs(join(place, 'no-node')), fix: /^claude-mem install$/ },
  {
    fault: 'runtime-old',
    make: () => {
      writeFileSync(join(place, 'old-node'), '#!/bin/sh\necho 20.11.0\n', { mode: 0o755 })
      runtimeIs(join(place, 'old-node'))
    },
    fix: /^claude-mem install$/,
  },
  {
    fault: 'hooks-incomplete',
    make: () =>
      editJson(settings, (value) => {
        const { PostToolUse: _, ...hooks } = value.hooks as Record<string, unknown> // as install wrote it
        return { ...value, hooks }
      }),
    fix: /^claude-mem install$/,
  },
  {
    fault: 'hook-script-missing',
    make: () => renameSync(hookScript, `${hookScript}.away`),
    undo: () => renameSync(`${hookScript}.away`, hookScript),
    fix: /^claude-mem install$/,
  },
  {
    fault: 'hooks-off',
    make: () => editJson(settings, (value) => ({ ...value, disableAllHooks: true })),
    fix: /^remove "disableAllHooks" from \S+settings\.json$/,
  },
  { fault: 'settings-ignored', make: () => edit(settings, (text) => `// mine\n${text}`), fix: /^remove comments/ },
  {
    fault: 'other-folder',
    make: () => editJson(settings, (value) => ({ ...value, env: { CLAUDE_MEM_DATA_DIR: '/elsewhere' } })),
    fix: /CLAUDE_MEM_DATA_DIR=\/elsewhere/,
  },
  {
    fault: 'plugin-off',
    make: () => {
      editJson(settings, (value) => ({ ...value, hooks: {}, enabledPlugins: { 'claude-mem@claude-mem': false } }))
      mkdirSync(join(home, '.claude/plugins'), { recursive: true })
      const list = { version: 2, plugins: { 'claude-mem@claude-mem': [{}] } }
      writeFileSync(join(home, '.claude/plugins/installed_plugins.json'), JSON.stringify(list))
    },
    undo: () => rmSync(join(home, '.claude/plugins'), { recursive: true }),
    fix: /^claude plugin enable claude-mem@claude-mem$/,
  },
  {
    fault: 'paused',
    make: () => writeFileSync(data.paused, ''),
    undo: () => rmSync(data.paused),
    fix: /^claude-mem resume$/,
  },
  {
    fault: 'folder-unusable',
    make: () => {
      renameSync(data.logs, `${data.logs}.away`)
      writeFileSync(data.logs, '')
    },
    undo: () => {
      rmSync(data.logs)
      renameSync(`${data.logs}.away`, data.logs)
    },
    fix: /CLAUDE_MEM_DATA_DIR/,
  },
]

describe.each(ALONE)('$fault', ({ fault, make, undo, fix }) => {
  it('is found, with what to do', async () => {
    make()
    const checks = CHECKS.filter(({ faults }) => fault in faults)
    const parts = {
      ...{ config: loadConfig({}, { HOME: home, PATH: bin }), folder: data, cwd: project },
      say: () => {},
    }
    const [checked] = await runChecks(checks, { ...parts, now: Date.now(), online: false }, { fix: false })
    undo?.()
    const [found] = checked?.findings ?? []
    expect(found?.fault).toBe(fault)
    expect(found?.fix).toMatch(fix)
  })
})

describe('a worker', () => {
  it('that hangs is found, and restarted by --fix', () => {
    claudeMem(['start'])
    process.kill(findWorker(data)?.pid ?? 0, 'SIGSTOP')
    const { findings, code } = doctor(['--fix'])
    expect(findings).toMatchObject([{ fault: 'worker-hangs', fixed: true }])
    expect(code).toBe(0)
  })

  it('that does not start is found, with its own reason', () => {
    endWorkers()
    renameSync(join(data.root, 'db.sqlite'), join(data.root, 'kept'))
    for (const end of ['-wal', '-shm']) rmSync(join(data.root, `db.sqlite${end}`), { force: true })
    const db = openDatabase()
    db.exec('PRAGMA user_version = 9999')
    db.close()
    chmodSync(join(data.root, 'db.sqlite'), 0o600)
    const report = doctor()
    renameSync(join(data.root, 'kept'), join(data.root, 'db.sqlite'))
    expect(faultsOf(report)).toEqual(['worker-fails'])
    expect(report.findings[0]?.what).toMatch(/schema 9999.*[^.]\.$/)
    expect(report.checks.find(({ name }) => name === 'probe')).toMatchObject({ state: 'skipped' })
  })

  it('whose port somebody else has is found, and the owner is named', async () => {
    claudeMem(['stop'])
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // it listens on TCP
    const [found] = doctor([], { CLAUDE_MEM_WORKER_PORT: String(port) }).findings
    server.close()
    claudeMem(['stop'])
    expect(found).toMatchObject({ fault: 'port-taken', what: expect.stringContaining(`Port ${port} belongs to`) })
    if (process.platform === 'linux') expect(found?.what).toContain(`(pid ${process.pid})`)
  })
})

describe('events', () => {
  it('that another version did not understand are tried again by --fix', () => {
    claudeMem(['start'])
    writeFileSync(join(data.badSpool, '78.abcdefghijkm@0.0.1'), spooled('Stop', 'new'), { mode: 0o600 })
    expect(doctor(['--fix']).findings).toMatchObject([{ fault: 'events-refused', fixed: true }])
    expect(readdirSync(data.badSpool)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('that the worker cannot read are found', () => {
    const names = ['.0d9f0a52-aaaa', '80.0d9f0a52-aaaa']
    symlinkSync('/proc/self/mem', join(data.spool, names[0] ?? ''))
    writeFileSync(join(data.spool, names[1] ?? ''), '', { mode: 0o600 })
    const report = doctor()
    for (const name of names) rmSync(join(data.spool, name), { force: true })
    expect(faultsOf(report)).toEqual(['spool-stuck'])
  })

  it('that the hook does not write are found by the probe alone', () => {
    const text = readFileSync(hookScript, 'utf8')
    writeFileSync(hookScript, 'exit 0\n')
    const report = doctor()
    writeFileSync(hookScript, text)
    expect(faultsOf(report)).toEqual(['probe-lost'])
  })

  it('that are excluded everywhere are found', () => {
    expect(faultsOf(doctor([], { CLAUDE_MEM_EXCLUDED_PROJECTS: '/' }))).toEqual(['all-excluded'])
  })
})

describe('the database', () => {
  it('is found damaged, and --fix restores it; an old backup is found, and --fix makes a new one', () => {
    claudeMem(['start'])
    const path = join(data.root, 'db.sqlite')
    const bytes = readFileSync(path)
    bytes.fill(0x5a, 4096 * 6, 4096 * 7)
    writeFileSync(path, bytes)
    expect(doctor(['--fix']).findings).toMatchObject([{ fault: 'database-damaged', fixed: true }])
    expect(claudeMem(['search', 'totals rounded']).out).toContain('Totals are rounded once')
    // After a recovery the worker itself waits an hour before it makes a backup.
    const folder = join(data.root, 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    cpSync(path, join(folder, `db-${String(Date.now() - 9 * DAY_MS).padStart(14, '0')}.sqlite`))
    expect(doctor(['--fix']).findings).toMatchObject([
      { fault: 'backup-old', what: expect.stringContaining('9 days ago'), fixed: true },
    ])
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

it('a disk that is almost full is found, and one that is not is not', () => {
  expect(judgeRoom(data, 40e6)).toMatchObject({
    found: [{ fault: 'disk-full', what: expect.stringContaining('40 MB') }],
  })
  expect(judgeRoom(data, 40e9)).toEqual({ ok: '40.0 GB free' })
})
