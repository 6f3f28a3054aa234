/** The types a person or a model may name, checked here: the worker would answer in the words of HTTP. */
import { MemoryError } from '../memory/error.ts'
import { OBSERVATION_TYPES, type ObservationType } from '../memory/observation.ts'

export function getType(name: string): ObservationType {
  const found = OBSERVATION_TYPES.find((type) => type === name.trim())
  if (found) return found
  throw new MemoryError('bad_input', `There is no type \`${name}\`.`, {
    hint: `Known: ${OBSERVATION_TYPES.join(', ')}.`,
  })
}

/** Several with commas, as a filter. */
export function getTypes(names: string): ObservationType[] {
  return names
    .split(',')
    .filter((name) => name.trim() !== '')
    .map(getType)
}
