/**
 * The worker says what is wrong in the words of HTTP: parameters and routes. Whoever typed a flag or called a tool is
 * told the same in the words of that door.
 */
import { type ErrorSubject, MemoryError } from '../memory/error.ts'

export interface DoorWords {
  /** What a parameter of the worker is called here. */
  names: Record<string, string> & { 'dateRange[start]': string; 'dateRange[end]': string }
  /** What to do about it, instead of what the worker says. */
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

/** A message that is about a parameter begins with it; of a list, with the place in it: `type.0: …`. */
function renamed({ message, field = '' }: MemoryError, names: Record<string, string>): string {
  const own = names[field.replace(/\.\d+$/, '')]
  return own !== undefined && message.startsWith(`${field}: `) ? `${own}${message.slice(field.length)}` : message
}
