/**
 * One file our hook script left in the spool: a header line `1 <Event> <pid> <entrypoint> <project dir>` separated by
 * tabs, then the bytes the host wrote to the hook, unchanged. A reason for refusing a file never quotes it, because it
 * contains raw text.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'

export interface SpoolFile {
  name: string
  event: string
  pid: number
  entrypoint: string
  /** The host's CLAUDE_PROJECT_DIR: stays when `cwd` follows a `cd`. */
  projectDir: string | undefined
  payload: Record<string, unknown>
}

const FORMAT = '1'
/**
 * A tool's answer with a syntax tree has some dozens. From about two thousand on, a message to another thread fails.
 */
const MAX_LEVELS = 500

export function parseSpoolFile(name: string, bytes: Buffer): SpoolFile | { bad: string } {
  const lineEnd = bytes.indexOf(0x0a)
  if (lineEnd < 0) return { bad: 'no header line' }
  const [format, event = '', pid = '', entrypoint = '', ...dir] = bytes.toString('utf8', 0, lineEnd).split('\t')
  if (format !== FORMAT) return { bad: 'unknown format number' }
  // Broken UTF-8 is replaced, not refused: a tool may have printed binary data into an otherwise good event.
  const text = new TextDecoder().decode(bytes.subarray(lineEnd + 1)).trim()
  if (text === '') return { bad: 'empty payload' }
  const payload = parseJson(text)
  if (payload === undefined) return { bad: 'payload is not JSON' }
  if (!isRecord(payload)) return { bad: 'payload is not an object' }
  if (isDeeper(payload, MAX_LEVELS)) return { bad: 'payload is nested too deep' }
  // A folder's name may contain a tab.
  const projectDir = dir.join('\t')
  return {
    name,
    event,
    pid: /^\d{1,10}$/.test(pid) ? Number(pid) : 0,
    entrypoint,
    projectDir: isTooLong(projectDir) ? undefined : projectDir || undefined,
    payload,
  }
}

/** What hook.sh does, for hosts without a shell: writes a temporary file and renames it. Returns the file's name. */
export function writeSpoolFile(
  folder: string,
  by: { event: string; pid: number; entrypoint: string; projectDir: string | undefined; payload: Buffer },
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const random = randomUUID()
  const name = `${by.pid}.${random}`
  const dir = by.projectDir?.includes('\n') ? '' : (by.projectDir ?? '')
  const header = [FORMAT, by.event, by.pid, by.entrypoint, dir].join('\t')
  writeFileSync(join(folder, `.${random}`), Buffer.concat([Buffer.from(`${header}\n`), by.payload]), { mode: 0o600 })
  renameSync(join(folder, `.${random}`), join(folder, name))
  return name
}

/**
 * More process ids than start within one tick of the file system's clock: a larger difference means they wrapped
 * around.
 */
const PID_WRAP = 16_384

/** The order in which hooks ran: by file time, within one tick by process id, then by name. */
export function compareSpoolFiles(
  a: { name: string; mtimeMs: number; pid: number },
  b: { name: string; mtimeMs: number; pid: number },
): number {
  if (a.mtimeMs !== b.mtimeMs) return a.mtimeMs - b.mtimeMs
  const distance = a.pid - b.pid
  if (distance !== 0) return Math.abs(distance) > PID_WRAP ? -distance : distance
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Level by level: recursion would overflow on exactly the input this guards against. */
function isDeeper(value: object, levels: number): boolean {
  let level: object[] = [value]
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one).filter((item) => typeof item === 'object' && item !== null))
  }
  return level.length > 0
}
