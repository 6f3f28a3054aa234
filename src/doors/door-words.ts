/**
 * The worker says what is wrong in the words of HTTP: parameters and routes. Whoever typed a flag or called a tool is
 * told the same in the words of that door.
 */
import { MemoryError } from '../memory/error.ts'

export interface DoorWords {
  /** What a parameter of the worker is called here. */
  names: Record<string, string>
  dates: { since: string; until: string; hint: string }
  /** Instead of the list of all parameters. */
  help: string
  /** What to do about a project nobody knows. */
  projects: string
  /** What to do about an id nothing is kept under. */
  ids: string
  /** The same for a session. */
  sessions: string
  /** The same for a path that is no note. */
  notes: string
}

export function inDoorWords(error: MemoryError, own: DoorWords): MemoryError {
  return (
    aboutDates(error, own) ??
    new MemoryError(error.code, renamed(error.message, own), { cause: error, hint: hintFor(error, own) })
  )
}

function aboutDates({ code, message }: MemoryError, { dates }: DoorWords): MemoryError | undefined {
  if (!message.startsWith('dateRange: ')) return undefined
  if (message.includes('start is after the end')) {
    return new MemoryError(code, `${dates.since} is after ${dates.until}.`)
  }
  const end = (name: string) => new RegExp(`"${name}":"([^"]*)`).exec(message)?.[1]
  const given = [
    ...(end('start') === undefined ? [] : [`${dates.since} ${end('start')}`]),
    ...(end('end') === undefined ? [] : [`${dates.until} ${end('end')}`]),
  ]
  const what = given.length === 2 ? `One of \`${given.join('`, `')}\`` : `\`${given[0] ?? dates.since}\``
  return new MemoryError(code, `${what} is no date.`, { hint: dates.hint })
}

/** `limit: Too big …` and `type.0: …` begin with the parameter. */
function renamed(message: string, { names }: DoorWords): string {
  const [, name = '', rest = ''] = /^([a-z_]+)(?:\.\d+)?: (.*)$/is.exec(message) ?? []
  const own = names[name]
  return own === undefined ? message : `${own}: ${rest}`
}

function hintFor({ message, hint }: MemoryError, own: DoorWords): string | undefined {
  if (message.startsWith('There is no project')) return own.projects
  if (hint?.startsWith('Known here:') || hint?.includes('GET /api')) return own.help
  if (message.startsWith('There is no memory')) return own.ids
  if (message.startsWith('There is no session')) return own.sessions
  if (message.startsWith('There is no note ') || message.endsWith(' is not a note.')) return own.notes
  return hint
}
