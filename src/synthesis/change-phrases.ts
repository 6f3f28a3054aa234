/** A file's change in words: a clause for a title, and facts. Built from names in the patch only, so never wrong about intent. */

import { clip, renderLine } from './code-line.ts'
import type { FileChange } from './patch-symbols.ts'
import { isDocument, isTest } from './symbols.ts'

/** One clause that says what is true now. Empty where the patch names nothing. */
export function renderChange(change: FileChange): string {
  const name = baseName(change.file)
  const rename = change.renamed[0]
  if (rename !== undefined) return `${rename.from} is now ${rename.to} in ${name}`
  if (change.created) return renderCreated(change, name)
  const value = change.values[0]
  if (value !== undefined && change.values.length >= (change.added.length || 1)) {
    const others = change.values.slice(1, 3).map((one) => `${one.name} ${short(one.to)}`)
    return `${value.name} is ${short(value.to)} (was ${short(value.from)})${others.length > 0 ? `, ${others.join(', ')}` : ''} in ${name}`
  }
  const added = list(change.defines, 3)
  const removed = list(change.removed, 3)
  if (isDocument(change.file)) return renderDocument(change, name, added)
  if (added !== '' && removed !== '')
    return `${added} ${change.defines.length === 1 ? 'replaces' : 'replace'} ${removed} in ${name}`
  if (added !== '') return isTest(change.file) ? `${name} gains ${added}` : `${holderOf(change) || name} has ${added}`
  if (removed !== '') return `${removed} ${change.removed.length === 1 ? 'is' : 'are'} gone from ${name}`
  return change.line === undefined ? '' : renderLine(change.touched[0] ?? name, change.line)
}

/** Concrete lines about one file, most telling first. */
export function changeFacts(change: FileChange): string[] {
  const facts: string[] = []
  const { file } = change
  if (change.created) facts.push(`${file} is new${change.added.length > 0 ? `: ${list(change.added, 8)}` : ''}`)
  else if (change.added.length > 0) facts.push(`${file} adds ${list(change.added, 8)}`)
  if (change.removed.length > 0) facts.push(`${file} drops ${list(change.removed, 8)}`)
  for (const { from, to } of change.renamed.slice(0, 4)) facts.push(`${from} renamed to ${to} (${file})`)
  for (const value of change.values.slice(0, 5))
    facts.push(`${value.name}: ${short(value.from)} → ${short(value.to)} (${file})`)
  const touched = change.touched.filter((name) => !change.values.some((value) => value.name === name))
  if (!change.created && touched.length > 0) facts.push(`${file} changes ${list(touched, 6)}`)
  if (change.line !== undefined && change.values.length === 0) facts.push(lineFact(change, change.line))
  if (facts.length === 0) facts.push(`${file}: ${change.plus} lines added, ${change.minus} removed`)
  return facts
}

/** The symbol a sentence about this change should have as its subject. */
export function subjectOf(change: FileChange): string {
  return change.touched[0] ?? change.renamed[0]?.to ?? holderOf(change) ?? baseName(change.file)
}

/** The file's name; with its folder where many files are called so. */
export function baseName(file: string): string {
  const parts = file.split('/')
  const name = parts.at(-1) ?? file
  return parts.length > 1 && MANY_ARE_CALLED.test(name) ? parts.slice(-2).join('/') : name
}

const MANY_ARE_CALLED =
  /^(?:index|main|mod|lib|client|server|page|route|layout|types|utils?|helpers?|models?|views|urls|admin|forms|fields|tests?|setup|config|conf|__init__|constants|style|styles|package|README|CMakeLists)\.\w+$/

export function list(names: readonly string[], most: number): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function renderCreated(change: FileChange, name: string): string {
  const defined = list(change.defines, 3)
  if (isTest(change.file)) return defined === '' ? `${name} is a new test` : `${name} tests ${defined}`
  if (isDocument(change.file)) return renderDocument(change, name, defined)
  if (defined !== '') return `${name} provides ${defined}`
  return change.line === undefined ? '' : `${name} runs ${clip(change.line.to, 60)}`
}

function renderDocument(change: FileChange, name: string, added: string): string {
  if (added !== '') return `${name} covers ${added}`
  const says = change.line === undefined ? '' : change.line.to || `nothing more about ${change.line.from}`
  if (says === '') return ''
  const done = /^[-*] \[x\] (.+)$/i.exec(says)?.[1]
  if (done !== undefined) return `${name} marks done: ${clip(done.replace(/[*`]/g, ''), 70)}`
  const where = change.touched[0] === undefined ? '' : ` under "${clip(change.touched[0], 40)}"`
  return `${name} says${where}: ${clip(says.replace(/[*`]/g, ''), 70)}`
}

/** A class that gained members; a function cannot "have" what was added beside it. */
function holderOf(change: FileChange): string | undefined {
  return change.touched.map((name) => name.split('.')[0] ?? name).find((name) => /^[A-Z][a-z]/.test(name))
}

function lineFact(change: FileChange, line: { from: string; to: string }): string {
  const name = baseName(change.file)
  if (line.from !== '' && line.to !== '') return `${name}: \`${clip(line.from, 100)}\` became \`${clip(line.to, 140)}\``
  if (line.to !== '')
    return change.created ? `${name}: \`${clip(line.to, 140)}\`` : `${name} gains \`${clip(line.to, 140)}\``
  return `${name} loses \`${clip(line.from, 140)}\``
}

function short(value: string): string {
  return clip(value, 30)
}
