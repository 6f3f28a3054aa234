/**
 * A route is data and one function. The data is the single source of what it takes and gives: requests are parsed with
 * it, the handler is typed by it, and OpenAPI and the help page are printed from the same table.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import { safeJson } from '../../../memory/safe-text.ts'

export type App = Hono<{ Bindings: HttpBindings }>

export interface RouteSpec {
  method: 'GET' | 'POST'
  /** As Hono writes it: `/api/observations/:id`. */
  path: string
  summary: string
  /** `change` needs the token, whatever the method; `open` is what everyone may ask. */
  access: 'open' | 'read' | 'change'
  pathParameters?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Of one line where the answer is a stream of lines. */
  reply: z.ZodType
  replyType?: 'application/json' | 'application/x-ndjson' | 'text/plain'
  /** A query string that can be tried. */
  example?: string
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export interface Ask<Spec extends RouteSpec> {
  query: Parsed<Spec['query']>
  body: Parsed<Spec['body']>
  pathParameters: Parsed<Spec['pathParameters']>
  context: Context<{ Bindings: HttpBindings }>
}

type Reply<Spec extends RouteSpec> = z.input<Spec['reply']> | Response

export interface Router {
  add<const Spec extends RouteSpec>(spec: Spec, answer: (ask: Ask<Spec>) => Reply<Spec> | Promise<Reply<Spec>>): void
  /** Every route so far, in order. */
  table: RouteSpec[]
  /** What a path can be asked, one for each method; a path written out comes before one with a parameter. */
  at(path: string): RouteSpec[]
}

export function makeRouter(app: App): Router {
  const table: RouteSpec[] = []
  return {
    table,
    at(path) {
      const exact = table.filter((spec) => spec.path === path)
      return exact.length > 0 ? exact : table.filter((spec) => matches(spec.path, path))
    },
    add(spec, answer) {
      table.push(spec)
      app.on(spec.method, spec.path, async (context) => {
        const { req } = context
        const ask = {
          query: spec.query && parse(spec.query, singleOrList(req.queries())),
          pathParameters: spec.pathParameters && parse(spec.pathParameters, req.param()),
          body: spec.body && parse(spec.body, await readBody(req.raw)),
          context,
        }
        const reply = await answer(ask as Ask<typeof spec>) // parsed by the very schemas the type is made of
        if (reply instanceof Response) return reply
        // As it may be shown: people read replies in a terminal, with curl.
        return context.body(safeJson(JSON.stringify(reply)), 200, { 'content-type': 'application/json' })
      })
    },
  }
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}

export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  const field = fieldsOf(schema)[where]
  const isMissing = field !== undefined && (value as Record<string, unknown>)[where] === undefined // fields are an object's
  const message = issue?.message ?? 'The input cannot be used.'
  const said = isMissing
    ? `${where} is missing: ${field.description ?? message}.`
    : where
      ? `${where}: ${message}`
      : message
  throw new MemoryError('bad_input', said, { hint: knownFields(schema) })
}

function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** Only what exists can be named: a typing error should not need a look into the documents. */
function knownFields(schema: z.ZodType): string {
  const names = Object.keys(fieldsOf(schema))
  return names.length > 0 ? `Known here: ${names.join(', ')}.` : 'GET /api/openapi.json describes every route.'
}

function singleOrList(queries: Record<string, string[]>): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MemoryError('bad_input', 'The request body is not JSON.', { cause })
  }
}
