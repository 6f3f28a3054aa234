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

function findBundledRuntime() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}
