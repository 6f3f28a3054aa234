/**
 * On the npm registry `claude-mem` is another product: what we print or document must never send anybody there.
 * In a clone npx finds the clone's own command first, and that is seen here with npm itself.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandForPath, ownCommand } from '../src/doors/cli/own-command.ts'
import { PACKAGE } from '../src/version.ts'

const ROOT = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'claude-mem-name-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Fetches and runs, or installs, the registry's `claude-mem`. */
const STRANGER =
  /\b(?:npx|bunx|pnpx|npm (?:exec|x|install|i|view)|(?:pnpm|yarn) (?:dlx|add)|bun add)(?: +-\S+)* +claude-mem\b/
/** Here it is the clone’s command: after an install in the clone, and where the program has seen that it lies in one. */
const IN_A_CLONE = /npm install && npx claude-mem|isInside\(cwd, root\) \?/

describe('the name of the package', () => {
  it('is the same everywhere', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(manifest.name).toBe(PACKAGE)
    expect(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).name).toBe(PACKAGE)
    // With one command npx runs it whatever it is called.
    expect(Object.keys(manifest.bin)).toEqual(['claude-mem'])
    for (const path of ['plugin/hooks/hook.sh', 'plugin/skills/mem-search/operations/help.md', 'README.md'])
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toContain(`npx ${PACKAGE} install`)
  })

  it('is not the one of another product in any text of ours', () => {
    const found = texts().flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => STRANGER.test(line) && !IN_A_CLONE.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  it.each(['npx claude-mem install', 'npx -y claude-mem@latest', 'npm i -g claude-mem', 'pnpm dlx claude-mem'])(
    'would be noticed in %s',
    (line) => expect(line).toMatch(STRANGER),
  )
})

describe('the command we print', () => {
  it('is the installed one where the package is installed', () =>
    expect(ownCommand('install', { root: join(work, 'lib/node_modules', PACKAGE) })).toBe('claude-mem install'))

  it('names the package for somebody who came by npx', () =>
    expect(ownCommand('install', { root: join(work, '_npx/1f/node_modules', PACKAGE) })).toBe(`npx ${PACKAGE} install`))

  it('is the clone’s own inside a clone, and a path outside of it', () => {
    expect(ownCommand('demo', { root: `${ROOT}/`, cwd: join(ROOT, 'docs') })).toBe('npx claude-mem demo')
    expect(ownCommand('demo', { root: ROOT, cwd: work })).toBe(`node ${join(ROOT, 'bin/claude-mem.mjs')} demo`)
  })

  it('comes onto the PATH by the package or the clone, unless it is there', () => {
    expect(commandForPath(ROOT, { PATH: work })).toBe(`npm install --global ${ROOT}`)
    expect(commandForPath(work, { PATH: work })).toBe(`npm install --global ${PACKAGE}`)
    symlinkSync(process.execPath, join(work, 'claude-mem'))
    expect(commandForPath(work, { PATH: work })).toBeUndefined()
  })
})

it('npx in a clone runs the clone’s program and asks the registry for nothing of that name', {
  timeout: 60_000,
}, async () => {
  const asked: string[] = []
  const registry = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/` // listens on TCP
  try {
    const env = { PATH: process.env.PATH, HOME: join(work, 'home'), npm_config_registry: url }
    const ran = await run('npx', ['claude-mem', '--version'], { cwd: join(ROOT, 'docs'), env })
    expect(ran.stdout.trim()).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
    expect(asked.filter((path) => path.includes('claude-mem') || path.includes(PACKAGE))).toEqual([])
  } finally {
    registry.close()
  }
})

/** Everything a user or an agent may read; data of sessions, and tests that name the other product on purpose, are not. */
function texts(): string[] {
  const places = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'package.json']
  const folders = ['bin', 'demo', 'docs', 'plugin', 'scripts', 'src', 'templates', '.claude-plugin', '.ci']
  const inFolders = folders
    .filter((name) => existsSync(join(ROOT, name)))
    .flatMap((name) =>
      readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
    )
  return [...places, ...inFolders].filter(
    (path) => statSync(join(ROOT, path)).isFile() && !/\.test\.ts$|\.tsv$|\.br$/.test(path),
  )
}

function run(program: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => (said.stdout += bytes))
    child.stderr.on('data', (bytes) => (said.stderr += bytes))
    child.on('error', reject)
    child.on('close', () => resolve(said))
  })
}
