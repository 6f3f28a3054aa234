/** A real Chroma server from npm, for the tests that need one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The program that came with the client, if it runs here. Its native part needs a newer glibc than Debian 12 has; the
 * last one that does not (1.0.5, 437 MB unpacked) is then installed under node_modules/.cache.
 */
export function findChromaProgram(): string {
  const own = join('node_modules', '.bin', 'chroma')
  if (spawnSync(own, ['--version']).status === 0) return own
  const folder = join('node_modules', '.cache', 'chroma-server')
  const program = join(folder, 'node_modules', '.bin', 'chroma')
  if (!existsSync(program)) {
    console.log('installing a Chroma server that runs on this system …')
    mkdirSync(folder, { recursive: true })
    const older = { [`chromadb-js-bindings-${process.platform}-${process.arch}-gnu`]: '1.0.5' }
    const manifest = { private: true, dependencies: { chromadb: '3.5.0' }, overrides: { chromadb: older } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const installed = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    if (installed.status !== 0) throw new Error(`npm install failed: ${installed.stderr}`)
  }
  return program
}

export interface Chroma {
  url: string
  kill(): Promise<void>
}

export async function startChroma(by: { program: string; folder: string; port: number }): Promise<Chroma> {
  const args = ['run', '--path', by.folder, '--host', '127.0.0.1', '--port', String(by.port)]
  const child = spawn(by.program, args, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${by.port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`chroma ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, kill: () => end(child) }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/v2/heartbeat`)).ok
  } catch {
    return false // not listening yet
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
