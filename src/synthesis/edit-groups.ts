/**
 * Which edits of a turn belong together. Files of one folder, a test and what it tests, and files that share a symbol are one
 * piece of work; an observation that names more than MAX_FILES files is about none of them.
 */
import { isScratchChange } from './scratch.ts'
import { identifiersIn } from './sentences.ts'
import { type ChangeStep, fileOf } from './steps.ts'
import { findDefinition } from './symbols.ts'

export const MAX_FILES = 5
// Eight edits of one file in a row still make one readable observation; past that the list of symbols is noise.
const MAX_EDITS = 12

export interface EditGroup {
  edits: ChangeStep[]
  scratch: ChangeStep[]
  reproduction: boolean
}

export function groupEdits(changes: readonly ChangeStep[], scratch: ReadonlySet<string>): EditGroup[] {
  const real = changes.filter((change) => !isScratchChange(change, scratch))
  const support = changes.filter((change) => isScratchChange(change, scratch))
  const imports = new Set(filesWithOnlyImports(real))
  const groups = [
    ...clusterFiles(real.filter((change) => !imports.has(fileOf(change)))).flatMap(splitLong),
    ...chunks([...imports]).map((files) => real.filter((change) => files.includes(fileOf(change)))),
  ]
  const ordered = groups.toSorted((a, b) => real.indexOf(a[0] as ChangeStep) - real.indexOf(b[0] as ChangeStep)) // a group is never empty
  const result = ordered.map((edits, index) => ({ edits, scratch: index === 0 ? support : [], reproduction: false }))
  // Only throw-away scripts were written: they are the work then.
  return result.length === 0 && support.length > 0 ? [{ edits: support, scratch: [], reproduction: true }] : result
}

/** Files that only follow a move: told together, whatever folder they are in. */
function filesWithOnlyImports(changes: readonly ChangeStep[]): string[] {
  const files = [...new Set(changes.map(fileOf))]
  return files.filter((file) => isImportOnly(changes.filter((change) => fileOf(change) === file)))
}

export function isImportOnly(changes: readonly ChangeStep[]): boolean {
  const lines = changes.flatMap(({ call }) =>
    call.kind === 'edit' && !call.created ? call.hunks.flatMap((hunk) => hunk.lines) : ['+moved'],
  )
  return lines.filter((line) => /^[+-]\s*\S/.test(line)).every((line) => IMPORT.test(line))
}

const IMPORT =
  /^[+-]\s*(?:import\b|\}?\s*from\s|export\s*\{.*\}\s*from|const .*require\(|use |#include|"[\w./@-]+"$|mod \w+;)/

function chunks(files: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let i = 0; i < files.length; i += MAX_FILES) parts.push(files.slice(i, i + MAX_FILES))
  return parts
}

function clusterFiles(changes: readonly ChangeStep[]): ChangeStep[][] {
  const byFile = new Map<string, ChangeStep[]>()
  for (const change of changes) {
    const file = fileOf(change)
    byFile.set(file, [...(byFile.get(file) ?? []), change])
  }
  const clusters: { files: string[]; defines: Set<string>; uses: Set<string> }[] = []
  for (const [file, edits] of byFile) {
    const { defines, uses } = wordsOf(edits)
    const home = clusters.find(
      (cluster) =>
        cluster.files.length < MAX_FILES &&
        (isRelated(cluster, file) || meets(cluster.defines, uses) || meets(defines, cluster.uses)),
    )
    if (home === undefined) {
      clusters.push({ files: [file], defines, uses })
      continue
    }
    home.files.push(file)
    for (const name of defines) home.defines.add(name)
    for (const name of uses) home.uses.add(name)
  }
  return clusters.map((cluster) => changes.filter((change) => cluster.files.includes(fileOf(change))))
}

function isRelated(cluster: { files: string[] }, file: string): boolean {
  return cluster.files.some((other) => folder(other) === folder(file) || stem(other) === stem(file))
}

function meets(defines: ReadonlySet<string>, uses: ReadonlySet<string>): boolean {
  for (const name of defines) if (name.length >= 5 && uses.has(name)) return true
  return false
}

/** Symbols the new lines define, and identifiers they use. */
function wordsOf(edits: readonly ChangeStep[]): { defines: Set<string>; uses: Set<string> } {
  const defines = new Set<string>()
  const uses = new Set<string>()
  for (const { call } of edits) {
    if (call.kind === 'move') continue
    if (call.created) defines.add(stem(call.file))
    const lines = call.hunks
      .flatMap((hunk) => hunk.lines)
      .filter((line) => line.startsWith('+'))
      .slice(0, 400)
    for (const line of lines) {
      const definition = findDefinition(line.slice(1), call.file)
      if (definition !== undefined && definition.kind !== 'key') defines.add(definition.name)
      for (const name of identifiersIn(line)) uses.add(name)
    }
  }
  return { defines, uses }
}

/** A long row of edits is cut where the assistant spoke, else at MAX_EDITS. */
function splitLong(edits: ChangeStep[]): ChangeStep[][] {
  if (edits.length <= MAX_EDITS) return [edits]
  const parts: ChangeStep[][] = []
  let part: ChangeStep[] = []
  for (const edit of edits) {
    const spoke = edit.before.length > 0 && part.length >= MAX_EDITS / 2
    if (part.length > 0 && (spoke || part.length >= MAX_EDITS)) {
      parts.push(part)
      part = []
    }
    part.push(edit)
  }
  parts.push(part)
  return parts
}

function folder(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}

function stem(file: string): string {
  return file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/(?:[._-](?:test|spec))?\.\w+$/, '')
    .replace(/^test_|_test$/, '')
    .toLowerCase()
}
