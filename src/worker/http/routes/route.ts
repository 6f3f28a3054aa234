/**
 * The route handlers: each is one row of the table in protocol/routes.ts, which parses and types it, plus one function.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TrieRouter } from 'hono/router/trie-router'
import * as z from 'zod'
import { MemoryError } from '../../../memory/error.ts'
import type { RouteSpec } from '../../protocol/route-spec.ts'
import { ROUTES, type RouteName, type Routes } from '../../protocol/routes.ts'
import type { SENT } from '../reply.ts'
import { readJson } from '../request-body.ts'

type Parsed<Spec, Part extends string> =
  Spec extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

export interface Ask<Name extends RouteName> {
  query: Parsed<Routes[Name], 'query'>
  body: Parsed<Routes[Name], 'body'>
  pathParameters: Parsed<Routes[Name], 'pathParameters'>
  incoming: IncomingMessage
  outgoing: ServerResponse
}

type Reply<Name extends RouteName> = z.input<Routes[Name]['reply']> | typeof SENT

/** Parses the request and returns the reply; the caller sends it. */
export interface Route {
  method: string
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
  /** One per method this path accepts. */
  routes: Route[]
  pathParameters: Record<string, string>
}

export interface Router {
  add<Name extends RouteName>(name: Name, answer: (ask: Ask<Name>) => Reply<Name> | Promise<Reply<Name>>): void
  /** undefined for an unknown path. A literal path wins over one with a parameter. */
  find(path: string): Match | undefined
}

export function makeRouter(): Router {
  const paths = new Map<string, Route[]>()
  const tree = new TrieRouter<string>()
  return {
    find(path) {
      const [found] = tree.match('ALL', path)
      const match = found.find(([pattern]) => pattern === path) ?? found[0]
      if (!match) return undefined
      const [pattern, parameters] = match
      // This router returns parameters by name, not as positions in a list.
      return { routes: paths.get(pattern) ?? [], pathParameters: decoded(parameters as Record<string, string>) }
    },
    add(name, answer) {
      const spec: RouteSpec = ROUTES[name]
      const [method = '', path = ''] = name.split(' ')
      const here = paths.get(path)
      const route: Route = {
        method,
        spec,
        async answer({ incoming, outgoing, query, pathParameters }) {
          const ask = {
            query: spec.query && parse(spec.query, singleOrList(query)),
            pathParameters: spec.pathParameters && parse(spec.pathParameters, pathParameters),
            body: spec.body && parse(spec.body, await readJson(incoming)),
            incoming,
            outgoing,
          }
          return answer(ask as Ask<typeof name>) // parsed by the same schemas the type comes from
        },
      }
      if (here) here.push(route)
      else {
        paths.set(path, [route])
        tree.add('ALL', path, path)
      }
    },
  }
}

function decoded(parameters: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return parameters // a broken escape: passed on as it is, for the route's own schema to judge
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
  throw new MemoryError('bad_input', said, {
    hint: knownFields(schema),
    subject: 'request',
    ...(where === '' ? {} : { field: where }),
  })
}

function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** Lists the fields that exist, so that a typo can be fixed without opening the docs. */
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
