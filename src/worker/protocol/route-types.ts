/** What a client sends to each route and gets back, derived from the table. Types only: nothing here is loaded. */
import type * as z from 'zod'
import type { RouteName, Routes } from './routes.ts'

/** How a parameter is passed; the query schemas parse them from text. */
export type QueryValue = string | number | boolean | undefined

type Having<Shape> = { [Name in RouteName]: Routes[Name] extends Shape ? Name : never }[RouteName]

/** Routes that answer with one piece of JSON. */
export type AskedRoute = Exclude<RouteName, Having<{ replyType: string }>>
export type StreamedRoute = Having<{ replyType: 'application/x-ndjson' }>
export type TextRoute = Having<{ replyType: 'text/plain'; query: z.ZodType }>
/** Routes that take only a query. */
export type QueriedRoute = Exclude<AskedRoute, Having<{ pathParameters: z.ZodType }>> & Having<{ query: z.ZodType }>

export type ReplyOf<Name extends RouteName> = z.output<Routes[Name]['reply']>

/** Every parameter by its name in the schema; the required ones are required. */
export type QueryOf<Name extends RouteName> = Routes[Name] extends { query: infer Query extends z.ZodType }
  ? { [Key in keyof z.input<Query>]: QueryValue }
  : never

export type InputOf<Name extends RouteName> = { timeoutMs?: number | undefined } & (Routes[Name] extends {
  query: z.ZodType
}
  ? { query: QueryOf<Name> }
  : { query?: never }) &
  (Routes[Name] extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : { body?: never }) &
  (Routes[Name] extends { pathParameters: infer Path extends z.ZodType }
    ? { path: { [Key in keyof z.input<Path>]: string | number } }
    : { path?: never })

/** Omitted for a route that takes nothing. */
export type InputArguments<Name extends RouteName> =
  Record<never, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]

export interface PlainInput {
  path?: Record<string, string | number> | undefined
  query?: Record<string, QueryValue> | undefined
  body?: unknown
  timeoutMs?: number | undefined
}
