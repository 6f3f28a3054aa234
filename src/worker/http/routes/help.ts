/** The routes about routes. Their pages are made when somebody asks: printing schemas is code a resting worker need not hold. */
import * as z from 'zod'
import type { Router } from './route.ts'

const Help = z.strictObject({
  title: z.string(),
  endpoints: z.array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      parameters: z.array(z.strictObject({ name: z.string(), required: z.boolean(), description: z.string() })),
      example: z.string().optional(),
    }),
  ),
  hints: z.array(z.string()),
})

export function addHelpRoutes({ add, table }: Router): void {
  add(
    {
      method: 'GET',
      path: '/api/search/help',
      summary: 'the search routes and their parameters',
      access: 'read',
      reply: Help,
    },
    async () => (await import('../openapi.ts')).helpPage(table),
  )
  add(
    {
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'every route and schema, as OpenAPI 3.1',
      access: 'read',
      reply: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
    },
    async () => ({ ...(await import('../openapi.ts')).openApiDocument(table) }),
  )
}
