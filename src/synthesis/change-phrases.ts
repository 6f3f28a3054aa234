/** A file's change in words: a clause for a title, and facts. Built from names in the patch only, so never wrong about intent. */
import { type FileChange, namesOf } from './patch-symbols.ts'
import { isDocument, isTest } from './symbols.ts'

/** One clause that says what is true now. Empty where the patch names nothing. */
export function renderChange(change: FileChange): string {
  const name = baseName(change.file)
  const rename = change.renamed[0]
  if (rename !== undefined) return `${rename.from} is now ${rename.to} in ${name}`
  if (change.created) return renderCreated(change, name)
  const value = change.values[0]
  if (value !== undefined && change.values.length >= (change.added.length || 1)) {
    const more =
      change.values.length > 1
        ? `, ${change.values
            .slice(1, 3)
            .map((one) => `${one.name} ${short(one.to)}`)
            .join(', ')}`
        : ''
    return `${value.name} is ${short(value.to)} (was ${short(value.from)})${more} in ${name}`
  }
  const added = list(change.added, 3)
  const removed = list(change.removed, 3)
  const owner = ownerOf(change)
  if (isDocument(change.file)) {
    if (added !== '') return `${name} covers ${added}`
    return change.touched[0] === undefined ? '' : `${name} "${change.touched[0]}" ${quoteLine(change, 'says')}`.trim()
  }
  if (added !== '' && removed !== '')
    return `${added} ${plural(change.added, 'replaces', 'replace')} ${removed} in ${name}`
  if (added !== '') return isTest(change.file) ? `${name} tests ${added}` : `${owner || name} has ${added}`
  if (removed !== '') return `${removed} ${plural(change.removed, 'is', 'are')} gone from ${name}`
  if (owner !== '') return `${owner} ${quoteLine(change, 'reads')}`.trim()
  return change.line === undefined ? '' : `${name} ${quoteLine(change, 'reads')}`.trim()
}

/** Concrete lines about one file, most telling first. */
export function changeFacts(change: FileChange): string[] {
  const facts: string[] = []
  const { file } = change
  if (change.created)
    facts.push(`${file} is new${change.added.length > 0 ? `: ${list(change.added, 8)}` : firstLine(change)}`)
  else if (change.added.length > 0) facts.push(`${file} adds ${list(change.added, 8)}`)
  if (change.removed.length > 0) facts.push(`${file} drops ${list(change.removed, 8)}`)
  for (const { from, to } of change.renamed.slice(0, 4)) facts.push(`${from} renamed to ${to} (${file})`)
  for (const value of change.values.slice(0, 5))
    facts.push(`${value.name}: ${short(value.from)} → ${short(value.to)} (${file})`)
  const touched = change.touched.filter((name) => !change.values.some((value) => value.name === name))
  if (!change.created && touched.length > 0) facts.push(`${file} changes ${list(touched, 6)}`)
  if (!change.created && change.line !== undefined && change.values.length === 0) {
    const { from, to } = change.line
    if (from !== '' && to !== '') facts.push(`${baseName(file)}: \`${clip(from, 100)}\` became \`${clip(to, 120)}\``)
    else if (to !== '') facts.push(`${baseName(file)} gains \`${clip(to, 140)}\``)
    else facts.push(`${baseName(file)} loses \`${clip(from, 140)}\``)
  }
  if (facts.length === 0) facts.push(`${file}: ${change.plus} lines added, ${change.minus} removed`)
  return facts
}

/** The symbol a sentence about this change should have as its subject. */
export function subjectOf(change: FileChange): string {
  return ownerOf(change) || change.added[0] || change.renamed[0]?.to || namesOf(change)[0] || baseName(change.file)
}

export function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}

export function list(names: readonly string[], most: number): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

export function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`
}

function renderCreated(change: FileChange, name: string): string {
  if (isTest(change.file))
    return change.added.length > 0 ? `${name} tests ${list(change.added, 3)}` : `${name} is a new test`
  if (isDocument(change.file)) return change.added.length > 0 ? `${name} documents ${list(change.added, 3)}` : ''
  if (change.added.length > 0) return `${name} provides ${list(change.added, 3)}`
  return change.line === undefined ? '' : `${name} runs ${clip(change.line.to, 60)}`
}

function ownerOf(change: FileChange): string {
  return change.touched[0] ?? ''
}

function quoteLine(change: FileChange, verb: string): string {
  const { line } = change
  if (line === undefined) return ''
  if (line.to === '') return `no longer has ${clip(line.from, 60)}`
  return `now ${verb} ${clip(line.to.replace(/[{:;]\s*$/, ''), 70)}`
}

function firstLine(change: FileChange): string {
  return change.line === undefined ? '' : `, \`${clip(change.line.to, 100)}\``
}

function short(value: string): string {
  return clip(value, 30)
}

function plural(names: readonly string[], one: string, many: string): string {
  return names.length === 1 ? one : many
}
