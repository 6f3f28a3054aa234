/** The types and concepts a person or model may name. Checked here, because the worker would answer in HTTP terms. */
import { MemoryError } from '../memory/error.ts'
import { CONCEPTS, type Concept, OBSERVATION_TYPES, type ObservationType } from '../memory/observation.ts'

export function getType(name: string): ObservationType {
  const found = OBSERVATION_TYPES.find((type) => type === name.trim())
  if (found) return found
  throw new MemoryError('bad_input', `There is no type \`${name}\`.`, {
    hint: `Known: ${OBSERVATION_TYPES.join(', ')}.`,
  })
}

/** Comma-separated, as a filter. */
export function getTypes(names: string): ObservationType[] {
  return names
    .split(',')
    .filter((name) => name.trim() !== '')
    .map(getType)
}

/** Comma-separated. */
export function getConcepts(names: string): Concept[] {
  const asked = names.split(',').map((name) => name.trim())
  return asked
    .filter((name) => name !== '')
    .map((name) => {
      const found = CONCEPTS.find((concept) => concept === name)
      if (found) return found
      throw new MemoryError('bad_input', `There is no concept \`${name}\`.`, { hint: `Known: ${CONCEPTS.join(', ')}.` })
    })
}
