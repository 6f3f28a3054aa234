/**
 * What an edit changed, by name: symbols added, removed, renamed or touched, and values that became other values.
 * Derived from patch lines; the enclosing symbol comes from the context lines, else from the file as it was before the
 * edit, else from what the session read of it.
 */
import { type Definition, findDefinition, indentOf, isDocument } from './symbols.ts'
import type { EditCall, Hunk, ReadCall } from './tool-call.ts'

export interface FileChange {
  file: string
  created: boolean
  added: string[]
  /** Of the added ones, those that are more than a value: functions, types, sections, keys. */
  defines: string[]
  removed: string[]
  renamed: { from: string; to: string }[]
  /** Symbols whose body changed. */
  touched: string[]
  values: { name: string; from: string; to: string }[]
  /** The most telling line that came, and the line it replaced where one did. */
  line: { from: string; to: string } | undefined
  plus: number
  minus: number
}

export function describeEdits(edits: readonly EditCall[], reads: readonly ReadCall[]): FileChange {
  const file = edits[0]?.file ?? ''
  const added = new Set<string>()
  const plainValues = new Set<string>()
  const removed = new Set<string>()
  const touched = new Set<string>()
  const values = new Map<string, { name: string; from: string; to: string }>()
  const lines: { from: string; to: string }[] = []
  const gone = new Set<string>()
  let plus = 0
  let minus = 0
  for (const edit of edits) {
    for (const hunk of edit.hunks) {
      const defined = definedIn(hunk, file)
      for (const name of defined.values) plainValues.add(name)
      for (const name of defined.added) if (!removed.delete(name)) added.add(name)
      for (const name of defined.removed) if (!added.delete(name)) removed.add(name)
      for (const name of defined.kept) touched.add(name)
      for (const name of enclosing(hunk, edit, reads)) touched.add(name)
      for (const pair of replacedLines(hunk)) lines.push(pair)
      for (const line of hunk.lines) if (line.startsWith('-')) gone.add(line.slice(1).trim())
      plus += hunk.lines.filter((line) => line.startsWith('+')).length
      minus += hunk.lines.filter((line) => line.startsWith('-')).length
    }
  }
  for (const pair of lines) {
    const value = changedValue(pair)
    if (value === undefined) continue
    values.set(value.name, { ...value, from: values.get(value.name)?.from ?? value.from })
  }
  const renamed = findRenames(removed, added, lines, file)
  for (const { from, to } of renamed) {
    removed.delete(from)
    added.delete(to)
  }
  return {
    file,
    created: edits[0]?.created ?? false,
    added: [...added],
    defines: [...added].filter((name) => !plainValues.has(name)),
    removed: [...removed],
    renamed,
    touched: [...touched].filter((name) => !added.has(name) && !removed.has(name)),
    values: [...values.values()].filter((value) => value.from !== value.to),
    line: mostTelling(lines, gone, file) ?? mostTelling(lines, new Set(), file),
    plus,
    minus,
  }
}

export function namesOf(change: FileChange): string[] {
  const renamed = change.renamed.flatMap(({ from, to }) => [to, from])
  return [...change.added, ...renamed, ...change.removed, ...change.touched, ...change.values.map(({ name }) => name)]
}

function definedIn(
  hunk: Hunk,
  file: string,
): { added: Set<string>; removed: Set<string>; kept: Set<string>; values: Set<string> } {
  const came = new Set<string>()
  const went = new Set<string>()
  const kept = new Set<string>()
  const values = new Set<string>()
  for (const line of hunk.lines) {
    if (line.startsWith(' ')) continue
    const definition = findDefinition(line.slice(1), file)
    if (definition === undefined) continue
    if (definition.kind === 'value') values.add(definition.name)
    if (line.startsWith('+')) came.add(definition.name)
    else went.add(definition.name)
  }
  for (const name of came) {
    if (!went.has(name)) continue
    came.delete(name)
    went.delete(name)
    kept.add(name)
  }
  return { added: came, removed: went, kept, values }
}

/** The innermost definition around each changed run of lines, with its class where that is in sight. */
function enclosing(hunk: Hunk, edit: EditCall, reads: readonly ReadCall[]): Set<string> {
  const names = new Set<string>()
  const before = precedingLines(hunk, edit, reads)
  const seen = [...before]
  let inRun = false
  for (const line of hunk.lines) {
    const content = line.slice(1)
    if (line.startsWith(' ')) {
      inRun = false
      seen.push(content)
      continue
    }
    if (!inRun && content.trim() !== '' && findDefinition(content, edit.file) === undefined) {
      inRun = true
      const name = definitionAround(seen, indentOf(content), edit.file)
      if (name !== undefined) names.add(name)
    }
    seen.push(content)
  }
  return names
}

function definitionAround(before: readonly string[], indent: number, file: string): string | undefined {
  const flat = isDocument(file)
  let limit = indent
  let inner: Definition | undefined
  for (let i = before.length - 1; i >= 0; i--) {
    const line = before[i] ?? ''
    if (line.trim() === '') continue
    const depth = indentOf(line)
    if (!flat && depth >= limit) continue
    const definition = findDefinition(line, file)
    // A value holds no body, unless it opens one (an object or a list).
    if (definition !== undefined && (definition.kind !== 'value' || /[[{(]\s*$/.test(line))) {
      if (inner !== undefined) return definition.kind === 'type' ? `${definition.name}.${inner.name}` : inner.name
      inner = definition
      if (flat || depth === 0 || definition.kind === 'type') return inner.name
    }
    if (!flat) limit = Math.min(limit, Math.max(depth, 1))
  }
  return inner?.name
}

// 400 lines back: an enclosing definition further away says little about the change
const LINES_BACK = 400

function precedingLines(hunk: Hunk, edit: EditCall, reads: readonly ReadCall[]): string[] {
  if (edit.original !== '' && hunk.oldStart > 1) {
    return edit.original.split('\n').slice(Math.max(0, hunk.oldStart - 1 - LINES_BACK), hunk.oldStart - 1)
  }
  for (const read of reads) {
    if (read.file !== edit.file) continue
    const lines = read.content.split('\n')
    const start = placeOf(hunk, lines)
    if (start > 0) return sinceCut(lines.slice(Math.max(0, start - LINES_BACK), start))
  }
  return []
}

/** Where the hunk begins in what was read: by its own lines, because a bounded read has lost count of line numbers. */
function placeOf(hunk: Hunk, lines: readonly string[]): number {
  const known = hunk.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
  const anchor = known.findIndex((line) => line.trim().length > 8)
  const next = known[anchor + 1]
  if (anchor < 0) return -1
  const at = lines.findIndex(
    (line, index) => line === known[anchor] && (next === undefined || lines[index + 1] === next),
  )
  return at < 0 ? -1 : at - anchor
}

/** Lines after the last mark of something left out: a definition before it may not be the nearest one. */
function sinceCut(lines: string[]): string[] {
  const cut = lines.findLastIndex((line) =>
    /^\s*\[?(?:…|\.\.\.).{0,60}(?:cut|elided|omitted|truncated|more)/.test(line),
  )
  return lines.slice(cut + 1)
}

/** Removed and added lines that stand at the same place in one run of changes. */
function replacedLines(hunk: Hunk): { from: string; to: string }[] {
  const pairs: { from: string; to: string }[] = []
  let went: string[] = []
  let came: string[] = []
  const flush = () => {
    const matched = went.length === came.length
    came.forEach((to, index) => {
      pairs.push({ from: matched ? (went[index] ?? '') : came.length === 1 ? (went[0] ?? '') : '', to })
    })
    if (came.length === 0) pairs.push(...went.map((from) => ({ from, to: '' })))
    went = []
    came = []
  }
  for (const line of hunk.lines) {
    if (line.startsWith('-') && came.length > 0) flush()
    if (line.startsWith('-')) went.push(line.slice(1).trim())
    else if (line.startsWith('+')) came.push(line.slice(1).trim())
    else flush()
  }
  flush()
  return pairs
}

const ASSIGNMENT =
  /^(?:export\s+)?(?:const\s+|let\s+|var\s+|static\s+|final\s+)?["']?([\w$.-]+)["']?\s*(?::[^=:{]{0,40})?\s*[:=]\s*(.{1,60}?)[,;]?$/

function changedValue(pair: { from: string; to: string }): { name: string; from: string; to: string } | undefined {
  const before = ASSIGNMENT.exec(pair.from)
  const after = ASSIGNMENT.exec(pair.to)
  if (before?.[1] === undefined || after?.[1] === undefined || before[1] !== after[1]) return undefined
  const from = before[2] ?? ''
  const to = after[2] ?? ''
  // Only literals: an expression that changed is code, and reads badly as "X is Y".
  return isLiteral(from) && isLiteral(to) ? { name: before[1], from, to } : undefined
}

function isLiteral(value: string): boolean {
  return /^(["'`][^"'`]*["'`]|-?[\d._]+\w{0,3}|true|false|null|none|#[\da-f]{3,8}|\[[^\]]*\])$/i.test(value.trim())
}

/** A definition whose line came back the same but for its name. */
function findRenames(
  removed: ReadonlySet<string>,
  added: ReadonlySet<string>,
  lines: readonly { from: string; to: string }[],
  file: string,
): { from: string; to: string }[] {
  const renames = new Map<string, string>()
  for (const line of lines) {
    const from = findDefinition(line.from, file)?.name
    const to = findDefinition(line.to, file)?.name
    if (from === undefined || to === undefined || !removed.has(from) || !added.has(to) || renames.has(from)) continue
    // Ten characters beside the name: two short lines are easily alike.
    const alike = line.to.length - to.length >= 10 && line.from.replaceAll(from, to) === line.to
    if (alike && ![...renames.values()].includes(to)) renames.set(from, to)
  }
  return [...renames].map(([from, to]) => ({ from, to }))
}

const UNTELLING =
  /^(import\b|from\s+\S+\s+import\b|export\s+\*|#|\/\/|\/\*|\*|"""|'''|[)\]}>;,]+$|return;?$|else\b|try\b|pass$|end$|@|…|<\/)/

function mostTelling(
  lines: readonly { from: string; to: string }[],
  gone: ReadonlySet<string>,
  file: string,
): { from: string; to: string } | undefined {
  let best: { from: string; to: string } | undefined
  let bestScore = 0
  // A line that also went elsewhere only moved or was indented anew.
  for (const line of lines) {
    const text = line.to || line.from
    if (line.to !== '' && line.from !== line.to && gone.has(line.to)) continue
    if (text.length < 4 || (UNTELLING.test(text) && !isDocument(file))) continue
    const score =
      (line.from !== '' && line.to !== '' ? 3 : 1) +
      (/^(if|elif|return|raise|throw|assert)\b/.test(text) ? 2 : 0) +
      (/[=(]/.test(text) ? 1 : 0) +
      (text.length >= 15 && text.length <= 90 ? 1 : 0)
    if (score > bestScore) {
      best = line
      bestScore = score
    }
  }
  return best
}
