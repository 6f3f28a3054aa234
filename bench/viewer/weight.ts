/** What a browser fetches before the first memory stands there, with an empty cache. */
import { gzipSync } from 'node:zlib'
import { look, type Stage } from '../../test/viewer/stage.ts'

export interface Weight {
  requests: number
  wire: number
  gzip: number
  elsewhere: number
}

/** `gzip`: of the page's own files; the worker sends them as they are, because they travel inside one machine. */
export async function weighPage(stage: Stage): Promise<Weight> {
  const { page, requests, close } = await look(stage, '/now')
  await page.locator('.row').first().waitFor()
  requests.length = 0
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => bodies.set(response.url(), response.body()))
  await page.goto(`${stage.base}/`)
  await page.locator('.hit').first().waitFor()
  const asked = [...requests]
  const sizes = await Promise.all([...bodies].map(async ([url, body]) => ({ url, body: await body })))
  await close()
  const own = sizes.filter(({ url }) => !url.includes('/api/'))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    requests: asked.length,
    wire: sum(sizes.map(({ body }) => body.length)),
    gzip: sum(own.map(({ body }) => gzipSync(body).length)),
    elsewhere: asked.filter((url) => !url.startsWith(`${stage.base}/`)).length,
  }
}
