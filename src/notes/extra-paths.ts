/**
 * The user's `extraPaths` as absolute paths, with the names their notes are cited by. Pure text: whether they exist is
 * checked later, so that a name does not change when a folder comes or goes.
 */
import { basename, isAbsolute, join } from 'node:path'

export interface ExtraPath {
  /** As in the settings. */
  written: string
  absolute: string
  /** Used in `extra:<name>/…`; unique. */
  name: string
  /** Written as a path inside the workspace. */
  isRelative: boolean
}

/** The limits of Linux. */
const LONGEST_PATH = 4096
const LONGEST_NAME = 255

/** Two folders called `notes` are `notes` and `notes~2`, in the order of the settings. */
export function nameExtraPaths(by: { root: string; home: string; extraPaths: string[] }): {
  entries: ExtraPath[]
  refused: string[]
} {
  const taken = new Set<string>()
  const entries: ExtraPath[] = []
  const refused: string[] = []
  for (const written of by.extraPaths) {
    if (isRefused(written)) {
      refused.push(written)
      continue
    }
    const path = /^~(?=$|[\\/])/.test(written) ? join(by.home, written.slice(1)) : written
    const isRelative = !isAbsolute(path)
    const absolute = join(isRelative ? by.root : '', path) // join also removes `.`, `//` and a trailing slash
    const name = freeName(basename(absolute), taken)
    taken.add(name)
    entries.push({ written, absolute: absolute.replace(/(?<=.)[\\/]$/, ''), name, isRelative })
  }
  return { entries, refused }
}

function isRefused(written: string): boolean {
  const names = written.split(/[\\/]/)
  return (
    written.trim() === '' ||
    /\p{Cc}/u.test(written) ||
    names.includes('..') ||
    Buffer.byteLength(written) > LONGEST_PATH ||
    names.some((name) => Buffer.byteLength(name) > LONGEST_NAME)
  )
}

/** The number comes before `.md`, so that a citation still ends like the file. */
function freeName(wanted: string, taken: Set<string>): string {
  const [, stem = wanted, end = ''] = /^(.*?)(\.md)?$/i.exec(wanted) ?? []
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${stem}~${n}${end}`
  return name
}
