/** A tool: a name, one sentence, a schema, and a function from arguments to the text a model reads. */
import * as z from 'zod'
import { MemoryError } from '../../memory/error.ts'
import { askWorker, type DataFolder } from '../../worker/client.ts'
import type { InputArguments, QueriedRoute, QueryOf, ReplyOf } from '../../worker/protocol/route-types.ts'

export interface Place {
  folder: DataFolder
  /** A path in the project the session works in. */
  cwd: string
  now: () => number
}

export interface Tool {
  name: string
  description: string
  /** What it returns, for people: docs/mcp.md. */
  returns: string
  /** For the host: may calls run in parallel, and what to ask the user? Not sent to the model. */
  changes: boolean
  schema: z.ZodObject
  run: (place: Place, args: unknown) => Promise<string>
}

export function defineTool<Schema extends z.ZodObject>(by: {
  name: string
  description: string
  returns: string
  changes?: boolean
  schema: Schema
  run: (place: Place, args: z.output<Schema>) => Promise<string>
}): Tool {
  return {
    ...by,
    description: by.description.trim(),
    changes: by.changes ?? false,
    run: (place, args) => by.run(place, parseArguments(by.schema, args)),
  }
}

/** As in `tools/list`. The model reads every byte in every session, so JSON Schema's repetitions are left out. */
export function listed({ name, description, schema, changes }: Tool) {
  const { properties, required } = z.toJSONSchema(schema, { io: 'input', override: leaveOutLimits })
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties, ...(required && required.length > 0 ? { required } : {}) },
    annotations: changes ? { destructiveHint: name === 'forget' } : { readOnlyHint: true },
  }
}

/** A read; retried once if the worker went away between finding it and its answer. */
export async function read<Name extends QueriedRoute>(
  place: Place,
  name: Name,
  query: QueryOf<Name>,
): Promise<ReplyOf<Name>> {
  const input = [{ query, timeoutMs: READ_WITHIN_MS }] as unknown as InputArguments<Name> // which is this for every route with a query
  const ask = () => askWorker(place.folder, name, ...input)
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== 'unavailable') throw error
    return ask()
  }
}

/** Longer than any search takes; the host gives a tool a minute. */
export const READ_WITHIN_MS = 20_000

function parseArguments<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const parsed = schema.safeParse(args ?? {})
  if (parsed.success) return parsed.data
  throw new MemoryError('bad_input', parsed.error.issues.map(renderIssue).join(' '), {
    hint: `Known arguments: ${schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : 'none'}.`,
  })
}

function renderIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `There is no argument \`${issue.keys.join('`, `')}\`.`
  const name = issue.path.join('.')
  if (name === '') return 'The arguments must be an object.'
  if (issue.message.endsWith('received undefined')) return `The argument \`${name}\` is missing.`
  return `\`${name}\`: ${issue.message}.`
}

/** They are checked here; in the list they would only cost tokens. */
function leaveOutLimits({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const key of [
    'additionalProperties',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'default',
    'pattern',
    'anyOf',
  ])
    delete jsonSchema[key]
}
