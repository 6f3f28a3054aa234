/** The routes about routes. Built on request, so that a resting worker does not keep the schema printer in memory. */
import type { Router } from './route.ts'

export function addHelpRoutes({ add }: Router): void {
  add('GET /api/search/help', async () => (await import('../openapi.ts')).helpPage())
  add('GET /api/openapi.json', async () => ({ ...(await import('../openapi.ts')).openApiDocument() }))
}
