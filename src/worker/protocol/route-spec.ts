/** What the table of routes says of each. */
import type * as z from 'zod'

export interface RouteSpec {
  summary: string
  /** `change` needs the token, whatever the method; `open` is what everyone may ask. */
  access: 'open' | 'read' | 'change'
  pathParameters?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Of one line where the answer is a stream of lines. */
  reply: z.ZodType
  replyType?: 'application/json' | 'application/x-ndjson' | 'text/event-stream' | 'text/plain'
  /** A query string that can be tried. */
  example?: string
}

/** Method and path, the path as Hono writes it: `GET /api/observations/:id`. */
export type Address = `${'GET' | 'POST'} /${string}`
