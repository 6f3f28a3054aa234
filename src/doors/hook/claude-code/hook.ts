/**
 * The hook for hosts without a POSIX shell: the same protocol as plugin/hooks/hook.sh, in the program itself.
 * Always prints one JSON object and never fails.
 */
import { existsSync } from 'node:fs'
import { writeSpoolFile } from '../../../capture/spool-file.ts'
import { hookEnvironment, loadConfig } from '../../../config.ts'
import { dataFolder, ensureWorker, findWorker, send } from '../../../worker/client.ts'

/** As the host's documentation asks: continue, and show nothing. */
const QUIET = { continue: true, suppressOutput: true }

/** `event` can be overridden: `claude-mem save PostToolUseFailure`. */
export async function runHook(hook: { event: string; limitMs: number }, event = hook.event): Promise<void> {
  let answer: object = {}
  try {
    answer = await deliver(event, hook.limitMs)
  } catch {
    // hooks fail open: no memory this time, but nothing blocks the user
  }
  console.log(JSON.stringify({ ...QUIET, ...answer }))
}

async function deliver(event: string, limitMs: number): Promise<object> {
  const environment = hookEnvironment()
  const folder = dataFolder(loadConfig().dataDir)
  if (environment.observer || existsSync(folder.paused) || existsSync(folder.full)) return {}
  const name = writeSpoolFile(folder.spool, { event, pid: process.pid, ...environment, payload: await readStdin() })
  const running = findWorker(folder)
  if (limitMs === 0 && running) return {}
  const port = await within(limitMs, running ? Promise.resolve(running) : ensureWorker(folder))
  if (!port || limitMs === 0) return {}
  const reply = await send(port, { method: 'GET', path: `/hook/${name}`, timeoutMs: limitMs })
  const [nonce, ...rest] = reply.text.split('\n')
  const body = rest.join('\n')
  return nonce === port.nonce && body !== '' ? (JSON.parse(body) as object) : {} // written by our own worker
}

function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())])
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer) // stdin without an encoding gives buffers
  return Buffer.concat(chunks)
}
