/**
 * A route is data and one function. The data is the single source of what it takes and gives: requests are parsed with
 * it, the handler is typed by it, and OpenAPI and the help page are printed from the same table.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TrieRouter } from 'hono/router/trie-router'
import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import type { SENT } from '../reply.ts'
import { readJson } from '../request-body.ts'

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
  incoming: IncomingMessage
  outgoing: ServerResponse
}

type Reply<Spec extends RouteSpec> = z.input<Spec['reply']> | typeof SENT

/** One route that can be asked: parses, answers; the caller sends what it returns. */
export interface Route {
  spec: RouteSpec
  answer(request: MatchedRequest): Promise<unknown>
}

export interface MatchedRequest {
  incoming: IncomingMessage
  outgoing: ServerResponse
  query: URLSearchParams
  pathParameters: Record<string, string>
}

export interface Match {
  /** One for each method the path can be asked with. */
  routes: Route[]
  pathParameters: Record<string, string>
}

export interface Router {
  add<const Spec extends RouteSpec>(spec: Spec, answer: (ask: Ask<Spec>) => Reply<Spec> | Promise<Reply<Spec>>): void
  /** Every route so far, in order. */
  table: RouteSpec[]
  /** undefined where no route is. A path that is written out comes before one with a parameter. */
  find(path: string): Match | undefined
}

export function makeRouter(): Router {
  const table: RouteSpec[] = []
  const paths = new Map<string, Route[]>()
  const tree = new TrieRouter<string>()
  return {
    table,
    find(path) {
      const [found] = tree.match('ALL', path)
      const match = found.find(([pattern]) => pattern === path) ?? found[0]
      if (!match) return undefined
      const [pattern, parameters] = match
      // The trie answers with the parameters themselves, not with places in a list.
      return { routes: paths.get(pattern) ?? [], pathParameters: decoded(parameters as Record<string, string>) }
    },
    add(spec, answer) {
      table.push(spec)
      const here = paths.get(spec.path)
      const route: Route = {
        spec,
        async answer({ incoming, outgoing, query, pathParameters }) {
          const ask = {
            query: spec.query && parse(spec.query, singleOrList(query)),
            pathParameters: spec.pathParameters && parse(spec.pathParameters, pathParameters),
            body: spec.body && parse(spec.body, await readJson(incoming)),
            incoming,
            outgoing,
          }
          return answer(ask as Ask<typeof spec>) // parsed by the very schemas the type is made of
        },
      }
      if (here) here.push(route)
      else {
        paths.set(spec.path, [route])
        tree.add('ALL', spec.path, spec.path)
      }
    },
  }
}

function decoded(parameters: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return parameters // half an escape: the route's own schema judges it as it is
  }
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

function singleOrList(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
