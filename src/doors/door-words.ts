/**
 * The worker's messages use HTTP terms: parameters and routes. For users of a flag or a tool they are translated into
 * the terms of that door.
 */
import { type ErrorSubject, MemoryError } from '../memory/error.ts'

export interface DoorWords {
  /** This door's name for a worker parameter. */
  names: Record<string, string> & { 'dateRange[start]': string; 'dateRange[end]': string }
  /** Hints that replace the worker's. */
  hints: Partial<Record<ErrorSubject, string>>
}

export function inDoorWords(error: MemoryError, { names, hints }: DoorWords): MemoryError {
  const { code, subject } = error
  if (subject === 'order of dates') {
    return new MemoryError(code, `${names['dateRange[start]']} is after ${names['dateRange[end]']}.`)
  }
  const hint = (subject && hints[subject]) ?? error.hint
  return new MemoryError(code, renamed(error, names), { cause: error, hint })
}

/** A message about a parameter begins with its name, with an index for a list item: `type.0: …`. */
function renamed({ message, field = '' }: MemoryError, names: Record<string, string>): string {
  const own = names[field.replace(/\.\d+$/, '')]
  return own !== undefined && message.startsWith(`${field}: `) ? `${own}${message.slice(field.length)}` : message
}
