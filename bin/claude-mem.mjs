#!/usr/bin/env node
/**
 * The command. Runs on any Node that can parse it; the program itself needs Node 22.16 (built-in SQLite).
 * On an older Node it starts itself again on the runtime that was installed beside it, if there is one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 16)) {
  await import('../dist/main.mjs')
} else {
  const runtime = findBundledRuntime()
  if (runtime) {
    const run = spawnSync(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
    process.exitCode = run.status ?? 1
  } else {
    console.error(
      `claude-mem needs Node 22.16 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
    )
    process.exitCode = 1
  }
}

/** npm installs it where Node is too old, as a package that `agent-keepsake-node` needs; in a clone always. */
function findBundledRuntime() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const needed of [['agent-keepsake-node/package.json', 'node/package.json'], ['node/package.json']]) {
    try {
      const manifest = needed.reduce((from, next) => createRequire(from).resolve(next), fileURLToPath(import.meta.url))
      const binary = join(dirname(manifest), 'bin', name)
      if (existsSync(binary)) return binary
    } catch {
      // not installed that way
    }
  }
  return undefined
}
