/**
 * The real Claude Code client, pinned. It is no dependency of ours (a third of a gigabyte that users already have), so it
 * is fetched on demand into a cache folder that `npm ci` clears, and never runs an install script.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The version CONTRACT was measured with. */
const VERSION = '2.1.325'
const DEFAULT_CACHE = fileURLToPath(new URL(`../../node_modules/.cache/claude-code-${VERSION}`, import.meta.url))

/** Path of the executable. `named` (CLAUDE_MEM_TEST_CLIENT) wins over the cache and the download. */
export function getClientBinary(by: {
  named: string | undefined
  cache?: string
  say: (line: string) => void
}): string {
  if (by.named) {
    if (!existsSync(by.named)) throw new Error(`CLAUDE_MEM_TEST_CLIENT names ${by.named}, which does not exist.`)
    return by.named
  }
  const cache = by.cache ?? DEFAULT_CACHE
  const cached = findBinary(cache)
  if (cached) return cached
  by.say(`Fetching Claude Code ${VERSION} into ${cache} (once) …`)
  download(cache)
  const fetched = findBinary(cache)
  if (!fetched) throw new Error(`npm brought no Claude Code executable for this machine into ${cache}.`)
  return fetched
}

/** npm puts the executable of this platform beside the main package, as `claude-code-<platform>-<arch>/claude`. */
function findBinary(cache: string): string | undefined {
  const scope = join(cache, 'node_modules/@anthropic-ai')
  if (!existsSync(scope)) return undefined
  return readdirSync(scope)
    .filter((name) => name.startsWith('claude-code-'))
    .map((name) => join(scope, name, 'claude'))
    .find((path) => existsSync(path))
}

/** Into a folder beside the cache, renamed when complete: an interrupted download is never taken for a client. */
function download(cache: string): void {
  const part = `${cache}.part-${process.pid}`
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--prefix', part, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const npm = spawnSync('npm', [...args, `@anthropic-ai/claude-code@${VERSION}`], { stdio: 'inherit' })
  if (npm.status === 0) {
    rmSync(cache, { recursive: true, force: true })
    renameSync(part, cache)
    return
  }
  rmSync(part, { recursive: true, force: true })
  throw new Error(
    `npm could not fetch Claude Code ${VERSION} (status ${npm.status}). Set CLAUDE_MEM_TEST_CLIENT to use your own.`,
  )
}
