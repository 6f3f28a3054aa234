/** The routes about routes. Their pages are made when somebody asks: printing schemas is code a resting worker need not hold. */
import type { Router } from './route.ts'

export function addHelpRoutes({ add }: Router): void {
  add('GET /api/search/help', async () => (await import('../openapi.ts')).helpPage())
  add('GET /api/openapi.json', async () => ({ ...(await import('../openapi.ts')).openApiDocument() }))
}
