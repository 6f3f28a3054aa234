/** Our own Chroma server on `<data>/chroma/`, for those who have the program but no server. It ends with us. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'

export interface LocalChroma {
  url: string
  isRunning(): boolean
  stop(): void
}

/** Resolves when the process has started, before it answers: the first calls find that out. */
export async function startLocalChroma(by: { program: string; folder: string }): Promise<LocalChroma> {
  mkdirSync(by.folder, { recursive: true, mode: 0o700 })
  const port = await freePort()
  const child = spawn(by.program, ['run', '--path', by.folder, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
    windowsHide: true,
  })
  let running = true
  const ended = () => {
    running = false
  }
  child.on('error', ended)
  child.on('exit', ended)
  process.once('exit', () => end(child))
  return { url: `http://127.0.0.1:${port}`, isRunning: () => running, stop: () => end(child) }
}

function end(child: ChildProcess): void {
  child.kill()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0
      probe.close(() => resolve(port))
    })
  })
}
