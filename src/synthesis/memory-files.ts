/** The files of a memory: those its turn changed, or those its words name. Scratch files do not count. */
import type { ToolEvent } from '../memory/event.ts'
import { relativePath } from '../memory/relative-path.ts'
import type { Request } from './requests.ts'

// 30 files: a sweep over more is about none of them
const MAX_FILES = 30
/** A plain limit: files that were only read show where the work looked, not what it is about. */
const MAX_READ = 8

export function filesOf(
  request: Request,
  by: { text: string; changes: readonly ToolEvent[] | undefined; root: string | undefined },
): { filesRead: string[]; filesModified: string[] } {
  const changed = changedFiles(request, by.root)
  const read = pathsOf(
    request.calls.filter(({ call }) => call.act === 'read' && call.result !== 'failed'),
    by.root,
  )
  const isNamed = (path: string) => by.text.includes(path) || by.text.includes(path.slice(path.lastIndexOf('/') + 1))
  const modified = by.changes === undefined ? changed.filter(isNamed) : pathsOf(by.changes, by.root)
  return {
    filesModified: modified.slice(0, MAX_FILES),
    filesRead: read.filter((path) => isNamed(path) && !modified.includes(path)).slice(0, MAX_READ),
  }
}

export function changedFiles(request: Request, root: string | undefined): string[] {
  return pathsOf(
    request.calls.filter(({ call }) => call.act === 'edit' && call.result !== 'failed'),
    root,
  )
}

function pathsOf(events: readonly ToolEvent[], root: string | undefined): string[] {
  const paths = events.flatMap(({ call }) => call.files).map((path) => relativePath(path, root))
  return [...new Set(paths)].filter((path) => !isScratchPath(path))
}

/** Temporary, outside any project. */
function isScratchPath(path: string): boolean {
  return /^\/(?:private\/)?(?:tmp|var\/folders|dev\/shm)\//.test(path)
}
