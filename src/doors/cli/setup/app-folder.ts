/**
 * The app folder: this program, the plugin and a runtime, where npx, nvm or a deleted npm prefix cannot remove them.
 * Only complete copies get their final name; an interrupted copy is never used.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { childEnvironment } from '../../../config.ts'
import { findPlatformRuntime, PLATFORM_FOLDER } from '../../../platform-runtime.ts'

export interface Runtime {
  path: string
  /** `own`: a copy cannot run (shared libraries), so the hooks depend on the Node that ran install. */
  how: 'linked' | 'copied' | 'unchanged' | 'own'
}

export interface AppPlace {
  packageRoot: string
  app: string
  version: string
}

export function programFolder({ app, version }: AppPlace): string {
  return join(app, version)
}

export function marketplaceFolder(app: string): string {
  return join(app, 'marketplace')
}

export function runtimePath(app: string): string {
  return join(app, `node-${process.versions.node}`, process.platform === 'win32' ? 'node.exe' : 'node')
}

export interface ProgramFile {
  /** Relative to the program's folder. */
  path: string
  from: string
  sizeBytes: number
}

/** What the package ships, as listed in its package.json, and this platform's native library wherever npm put it. */
export function programFiles(packageRoot: string): ProgramFile[] {
  const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: string[] } // our own
  const own = [
    'package.json',
    ...files.filter((name) => name !== 'runtime').flatMap((name) => filesUnder(packageRoot, name)),
  ]
  const runtime = findPlatformRuntime(packageRoot)
  return [
    ...own.map((path) => ({ path, from: join(packageRoot, path) })),
    ...(runtime ? filesUnder(runtime, '') : []).map((name) => ({
      path: join(PLATFORM_FOLDER, name),
      from: join(runtime ?? '', name),
    })),
  ].map((file) => ({ ...file, sizeBytes: statSync(file.from).size }))
}

export function copyProgram(place: AppPlace): 'copied' | 'replaced' | 'unchanged' {
  const target = programFolder(place)
  const isThere = statSync(target, { throwIfNoEntry: false }) !== undefined
  if (isThere && isSameProgram(place)) return 'unchanged'
  const part = join(place.app, `.${place.version}.${process.pid}.new`)
  for (const { path, from } of programFiles(place.packageRoot)) copyPrivately(from, join(part, path))
  if (!isThere) {
    renameSync(part, target)
    return 'copied'
  }
  const old = join(place.app, `.${place.version}.${process.pid}.old`)
  renameSync(target, old)
  renameSync(part, target)
  rmSync(old, { recursive: true, force: true })
  return 'replaced'
}

/** Also true when the program runs from the app folder itself. */
export function isSameProgram(place: AppPlace): boolean {
  const target = programFolder(place)
  const wanted = programFiles(place.packageRoot)
  const there = statSync(target, { throwIfNoEntry: false }) ? filesUnder(target, '') : []
  return (
    there.length === wanted.length &&
    wanted.every(({ path, from }) => there.includes(path) && isSameFile(from, join(target, path)))
  )
}

/**
 * The folder the host reads the plugin from at every session start. Changed file by file, never removed as a whole: a
 * session may start at any moment.
 */
export function copyMarketplace(by: { packageRoot: string; app: string; hooksFile?: object | undefined }): void {
  const target = marketplaceFolder(by.app)
  const wanted = ['.claude-plugin', 'plugin'].flatMap((name) => filesUnder(by.packageRoot, name))
  for (const path of wanted) {
    const rewritten = path === join('plugin', 'hooks', 'hooks.json') ? by.hooksFile : undefined
    const bytes = rewritten
      ? Buffer.from(`${JSON.stringify(rewritten, null, 2)}\n`)
      : readFileSync(join(by.packageRoot, path))
    const place = join(target, path)
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    writeFileSync(`${place}.new`, bytes, { mode: privateMode(join(by.packageRoot, path)) })
    renameSync(`${place}.new`, place)
  }
  for (const path of filesUnder(target, '')) if (!wanted.includes(path)) rmSync(join(target, path))
}

export function copyRuntime(app: string): Runtime {
  const own = realpathSync(process.execPath)
  const target = runtimePath(app)
  if (own === target || answers(target)) return { path: target, how: 'unchanged' }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const part = `${target}.${process.pid}.new`
  const how = linkOrCopy(own, part)
  if (answers(part)) {
    renameSync(part, target)
    return { path: target, how }
  }
  rmSync(dirname(target), { recursive: true, force: true })
  return { path: process.execPath, how: 'own' }
}

/** Keeps the newest two of each: a worker or session of the previous version may still be running. */
export function removeOldVersions(app: string, kept: string[]): string[] {
  const entries = readdirSync(app).map((name) => ({ name, at: statSync(join(app, name)).mtimeMs }))
  const older = (pattern: RegExp) =>
    entries.filter(({ name }) => pattern.test(name) && !kept.includes(name)).sort((a, b) => b.at - a.at)
  // Left by an interrupted install; one that is running now is younger than an hour.
  const cutOff = older(/^\..*\.(new|old)$/).filter(({ at }) => Date.now() - at > 3_600_000)
  const gone = [...older(/^\d/).slice(1), ...older(/^node-/).slice(1), ...cutOff].map(({ name }) => name)
  for (const name of gone) rmSync(join(app, name), { recursive: true, force: true })
  return gone
}

/** For a file, itself. Empty if there is no such folder: a package built offline has no model. */
function filesUnder(root: string, name: string): string[] {
  const there = statSync(join(root, name), { throwIfNoEntry: false })
  if (!there?.isDirectory()) return there ? [name] : []
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

function isSameFile(one: string, other: string): boolean {
  return statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other))
}

function copyPrivately(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, to)
  chmodSync(to, privateMode(from))
}

function privateMode(path: string): number {
  return statSync(path).mode & 0o100 ? 0o700 : 0o600
}

/** A hard link takes no space; across file systems, and for other users' files, a copy is made (120 MB). */
function linkOrCopy(from: string, to: string): 'linked' | 'copied' {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
    return 'linked'
  } catch {
    copyFileSync(from, to)
    chmodSync(to, 0o700)
    return 'copied'
  }
}

function answers(runtime: string): boolean {
  return nodeVersion(runtime) === process.versions.node
}

/** undefined if it does not run. */
export function nodeVersion(runtime: string): string | undefined {
  try {
    const asked = execFileSync(runtime, ['-p', 'process.versions.node'], {
      env: childEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    })
    return asked.trim()
  } catch {
    return undefined
  }
}
