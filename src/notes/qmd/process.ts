/**
 * Runs a program once, never through a shell, limited in time and output. It has its own process group: at a limit
 * everything it started ends with it. Never throws; failures are one short sentence.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { oneLine } from '../../memory/one-line.ts'

export type Ran = { stdout: string } | { failed: string }

export interface RunLimits {
  cwd: string
  /** The program's whole environment. */
  env: Record<string, string>
  timeoutMs: number
  maxBytes: number
  /** Ends it early. */
  signal: AbortSignal
}

export function runLimited(program: string, args: readonly string[], by: RunLimits): Promise<Ran> {
  if (by.signal.aborted) return Promise.resolve({ failed: 'it was closed' })
  return new Promise((resolve) => {
    const child = start(program, args, by)
    if ('failed' in child) return resolve(child)
    const out: Buffer[] = []
    let bytes = 0
    let complaint = ''
    const settle = (ran: Ran) => {
      clearTimeout(timer)
      by.signal.removeEventListener('abort', close)
      resolve(ran)
    }
    const stop = (failed: string) => {
      endGroup(child)
      settle({ failed })
    }
    const close = () => stop('it was closed')
    const timer = setTimeout(() => stop(`it took longer than ${by.timeoutMs} ms`), by.timeoutMs)
    by.signal.addEventListener('abort', close, { once: true })
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > by.maxBytes) stop(`it said more than ${by.maxBytes} bytes`)
      else out.push(chunk)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = `${complaint}${chunk}`.slice(0, MAX_COMPLAINT)
    })
    child.once('error', (error) => settle({ failed: oneLine(error.message, MAX_REASON) }))
    child.once('close', (code) => {
      if (code === 0) settle({ stdout: Buffer.concat(out).toString('utf8') })
      else
        settle({
          failed: oneLine(`it ended with ${code ?? 'a signal'}: ${complaint || 'no reason given'}`, MAX_REASON),
        })
    })
  })
}

const MAX_COMPLAINT = 2000
/** A sentence in an answer, not a log. */
const MAX_REASON = 200

function start(program: string, args: readonly string[], by: RunLimits): ChildProcess | { failed: string } {
  try {
    return spawn(program, args, {
      cwd: by.cwd,
      env: by.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // on Windows `detached` would open a window instead of making a process group
      windowsHide: true,
    })
  } catch (error) {
    return { failed: oneLine(error instanceof Error ? error.message : String(error), MAX_REASON) }
  }
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // the group was already empty
  }
  child.stdout?.destroy()
  child.stderr?.destroy()
}
