/**
 * A memory as a text that a person can edit, and what they changed in it. Only fields whose part of the form changed
 * are sent, so that a form saved as it was changes nothing.
 */
import { MemoryError } from '../../memory/error.ts'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'
import type { EditRequest } from '../../worker/protocol/changes.ts'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import { getConcepts, getType } from '../observation-types.ts'

const TEXT = '--- text ---'
const FACTS = '--- facts, one a line ---'

type Form = Required<EditRequest>

export function renderForm(memory: ObservationFull): string {
  return [
    `# Memory ${memory.id}. Save and close to change it; leave it as it is, or delete everything, to change nothing.`,
    `# type: ${OBSERVATION_TYPES.join(', ')}`,
    `# concepts: ${CONCEPTS.join(', ')}`,
    `title: ${memory.title}`,
    `subtitle: ${memory.subtitle}`,
    `type: ${memory.type}`,
    `concepts: ${memory.concepts.join(', ')}`,
    TEXT,
    memory.narrative,
    FACTS,
    ...memory.facts.map((fact) => fact.replace(/\s+/g, ' ')),
    '',
  ].join('\n')
}

/** What differs between two forms; undefined when nothing does. */
export function readForm(by: { before: string; after: string }): EditRequest | undefined {
  if (by.after.trim() === '') return undefined
  const before = parseForm(by.before)
  const changed = Object.entries(parseForm(by.after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Form]), // the same names
  )
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

function parseForm(text: string): Form {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const textAt = lines.indexOf(TEXT)
  const factsAt = lines.lastIndexOf(FACTS)
  if (textAt < 0 || factsAt < textAt) {
    throw new MemoryError('bad_input', `The lines \`${TEXT}\` and \`${FACTS}\` have to stay where they are.`)
  }
  const head = lines.slice(0, textAt).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const field = (name: string) => {
    const found = head.find((line) => line.startsWith(`${name}:`))
    if (found === undefined) throw new MemoryError('bad_input', `The line \`${name}:\` is missing.`)
    return found.slice(name.length + 1).trim()
  }
  const stray = head.find((line) => !/^(title|subtitle|type|concepts):/.test(line))
  if (stray !== undefined) {
    throw new MemoryError('bad_input', `Above \`${TEXT}\` each field is one line; this one belongs to none: ${stray}`)
  }
  return {
    title: field('title'),
    subtitle: field('subtitle'),
    type: getType(field('type')),
    concepts: getConcepts(field('concepts')),
    narrative: lines
      .slice(textAt + 1, factsAt)
      .join('\n')
      .trim(),
    facts: lines
      .slice(factsAt + 1)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
}
