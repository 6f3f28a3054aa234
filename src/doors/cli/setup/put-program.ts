/**
 * Puts program, plugin and runtime in their permanent place, and writes where hooks and servers find them. The same for
 * every host; repeating it changes nothing.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../../config.ts'
import { VERSION } from '../../../version.ts'
import { type DataFolder, makeFolders, readText, writeWhole } from '../../../worker/client.ts'
import {
  copyMarketplace,
  copyProgram,
  copyRuntime,
  isSameProgram,
  marketplaceFolder,
  programFiles,
  programFolder,
  type Runtime,
  removeOldVersions,
  runtimePath,
} from './app-folder.ts'
import { type HookTable, readHooksFile, withoutShell, withShell } from './claude-code/hook-table.ts'
import type { McpServer } from './mcp-server.ts'

/** In the bundle every file is in dist/, one level below the package. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface PutProgram {
  /** Where it is. */
  path: string
  program: 'copied' | 'replaced' | 'unchanged'
  runtime: Runtime
  /** Hooks and servers start something else than before. */
  moved: boolean
}

export function putProgram(folder: DataFolder): PutProgram {
  const place = placeOf(folder)
  makeFolders(folder)
  mkdirSync(folder.app, { recursive: true, mode: 0o700 })
  const program = copyProgram(place)
  const runtime = copyRuntime(folder.app)
  copyMarketplace({ packageRoot: PACKAGE_ROOT, app: folder.app, hooksFile: startedBy(folder, runtime.path).plugin })
  const path = programFolder(place)
  const launch = `${runtime.path}\n${join(path, 'dist/worker-main.mjs')}\n`
  const moved = readText(folder.launch) !== launch
  if (moved) writeWhole(folder.launch, launch)
  removeOldVersions(folder.app, [VERSION, `node-${process.versions.node}`, 'marketplace'])
  return { path, program, runtime, moved }
}

/** What `putProgram` would write, and where. */
export function plannedCopies(folder: DataFolder): { what: string; to: string }[] {
  const place = placeOf(folder)
  const sizeBytes = programFiles(PACKAGE_ROOT).reduce((sum, file) => sum + file.sizeBytes, 0)
  return [
    ...(isSameProgram(place) ? [] : [{ what: `the program (${megabytes(sizeBytes)})`, to: programFolder(place) }]),
    { what: 'the plugin', to: marketplaceFolder(folder.app) },
    { what: `Node ${process.versions.node}, linked or copied`, to: runtimePath(folder.app) },
    { what: 'where hooks find the worker', to: folder.launch },
  ]
}

export interface StartedBy {
  /** For the host's settings. */
  settings: HookTable
  /** For the plugin, where its own table does not do. */
  plugin: object | undefined
  server: McpServer
}

/** The script needs `sh`, and `curl` for the answers; without them the program's own hook commands do the same. */
export function startedBy(folder: DataFolder, runtime = runtimePath(folder.app)): StartedBy {
  const file = readHooksFile(join(PACKAGE_ROOT, 'plugin'))
  if (findProgram('sh') && findProgram('curl')) {
    const plugin = join(marketplaceFolder(folder.app), 'plugin')
    const server = { command: 'sh', args: [join(plugin, 'scripts/mcp.sh')] }
    return { settings: withShell(file.hooks, plugin), plugin: undefined, server }
  }
  const dist = join(folder.app, VERSION, 'dist')
  const hooks = withoutShell(file.hooks, { runtime, program: join(dist, 'main.mjs') })
  const server = { command: runtime, args: [join(dist, 'mcp-main.mjs')] }
  return { settings: hooks, plugin: { ...file, hooks }, server }
}

export function describeRuntime({ path, how }: Runtime): string {
  const version = `Node ${process.versions.node}`
  if (how === 'own') return `${version} at ${path}; it cannot be copied, so keep it or run install again`
  return `${version} (${how}), so that removing npm, npx or nvm breaks nothing`
}

export function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function placeOf(folder: DataFolder) {
  return { packageRoot: PACKAGE_ROOT, app: folder.app, version: VERSION }
}
