/**
 * The patches Codex CLI's agent writes: `*** Begin Patch`, then sections of `*** Add File:`, `*** Delete File:` or
 * `*** Update File:`, and within an update hunks that begin with `@@`. They have no line numbers.
 */
export interface FileChange {
  path: string
  change: 'add' | 'delete' | 'update'
  hunks: { lines: string[] }[]
}

const SECTION = /^\*\*\* (Add|Delete|Update) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

/** Empty when there is no patch in the text. */
export function parsePatch(text: string): FileChange[] {
  const changes: FileChange[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, change, path] = SECTION.exec(line) ?? []
    const current = changes.at(-1)
    if (path !== undefined) changes.push({ path: path.trim(), change: kindOf(change), hunks: [] })
    else if (current === undefined) continue
    else if (line.startsWith('*** ')) current.path = MOVED.exec(line)?.[1]?.trim() ?? current.path
    else if (line.startsWith('@@')) current.hunks.push({ lines: headerLine(line) })
    else if (/^[ +-]/.test(line)) lastHunk(current).lines.push(line)
    // Some models omit the mark of an empty context line.
    else if (line === '' && current.hunks.length > 0) lastHunk(current).lines.push(' ')
  }
  return changes.map((one) => ({ ...one, hunks: one.hunks.map(trimmed).filter(({ lines }) => lines.length > 0) }))
}

function kindOf(word: string | undefined): FileChange['change'] {
  return word === 'Add' ? 'add' : word === 'Delete' ? 'delete' : 'update'
}

/** `@@ class Cart` names a line above the hunk, which becomes the first line of its context. */
function headerLine(line: string): string[] {
  const named = line.replace(/^@@ ?/, '').replace(/ ?@@$/, '')
  return named.trim() === '' || /^-\d+(?:,\d+)? \+\d+/.test(named) ? [] : [` ${named}`]
}

function lastHunk(change: FileChange): { lines: string[] } {
  const last = change.hunks.at(-1)
  if (last) return last
  const first = { lines: [] }
  change.hunks.push(first)
  return first
}

function trimmed({ lines }: { lines: string[] }): { lines: string[] } {
  const end = lines.findLastIndex((line) => line.trim() !== '')
  return { lines: lines.slice(0, end + 1) }
}
