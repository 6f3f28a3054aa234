import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findModelFiles } from './assets.ts'
import type { Embedder } from './embedder.ts'
import { openMiniLm } from './minilm.ts'
import { makeRemoteEmbedder } from './remote-embedder.ts'

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  Array.from(a ?? []).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0)

/** What every embedder must do. */
function itKeepsTheEmbedderContract(open: () => Embedder): void {
  it('gives one vector of length 1 per text, in their order', async () => {
    const embedder = open()
    const texts = ['a bird in a tree', 'how to renew a TLS certificate', 'a longer text. '.repeat(100), '', '日本語']
    const vectors = await embedder.embed(texts, 'document')
    expect(vectors).toHaveLength(texts.length)
    for (const vector of vectors) {
      expect(vector).toHaveLength(vectors[0]?.length ?? 0)
      expect(cosine(vector, vector)).toBeCloseTo(1, 4)
    }
    const [alone] = await embedder.embed(['how to renew a TLS certificate'], 'document')
    expect(alone, 'a vector does not depend on its neighbours').toEqual(vectors[1])
    await embedder.close()
  })

  it('gives nothing for nothing', async () => {
    expect(await open().embed([], 'document')).toEqual([])
  })

  it('has an id that says what made the vectors', () => {
    expect(open().id).toMatch(/^[\w./-]+$/)
  })
}

const files = findModelFiles()
describe.skipIf(!files)('the local embedder', () => {
  const embedder = files && openMiniLm(files)
  const open = () => ({ ...(embedder as Embedder), close: async () => undefined }) // the suite is skipped without it

  itKeepsTheEmbedderContract(open)

  it('puts what means the same near each other, also without a common word', async () => {
    const [query, same, other] = await open().embed(
      ['users cannot sign in', 'The login form rejected valid passwords', 'Button colours follow the theme'],
      'document',
    )
    expect(cosine(query, same)).toBeGreaterThan(cosine(query, other) + 0.2)
  })

  it('lets a query pass while documents are embedded', async () => {
    const done: string[] = []
    const long = 'Many words about carts, totals, taxes and rounding. '.repeat(20)
    await Promise.all([
      open()
        .embed(Array(20).fill(long), 'document')
        .then(() => done.push('documents')),
      open()
        .embed(['cart'], 'query')
        .then(() => done.push('query')),
    ])
    expect(done).toEqual(['query', 'documents'])
  })
})

describe('the remote embedder', () => {
  let server: Server
  let url = ''
  let answer: (input: string[]) => { status?: number; body: unknown } = () => ({ body: {} })
  const asked: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = []

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown> // our own client wrote it
      asked.push({ headers: request.headers, body })
      const { status = 200, body: reply } =
        request.url === '/v1/embeddings' ? answer(body.input as string[]) : { status: 404, body: {} }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/v1/`
  })
  afterAll(() => server.close())

  /** Letters counted: not clever, but the same text always gives the same numbers; answered in reverse order. */
  const letters = (input: string[]) => ({
    body: {
      data: input
        .map((text, index) => {
          const embedding = new Array(26).fill(0.1)
          for (const letter of text.toLowerCase()) embedding[letter.charCodeAt(0) % 26] += 1
          return { object: 'embedding', index, embedding }
        })
        .reverse(),
    },
  })
  const open = (more = {}) => makeRemoteEmbedder({ url, model: 'some-model', key: 'secret', ...more })

  itKeepsTheEmbedderContract(() => {
    answer = letters
    return open()
  })

  it('sends model and key, and many texts in several calls', async () => {
    answer = letters
    asked.length = 0
    const vectors = await open().embed(
      Array.from({ length: 150 }, (_, at) => `text ${at}`),
      'document',
    )
    expect(vectors).toHaveLength(150)
    expect(asked.map((one) => (one.body.input as string[]).length)).toEqual([64, 64, 22])
    expect(asked[0]?.body.model).toBe('some-model')
    expect(asked[0]?.headers.authorization).toBe('Bearer secret')
    await open({ key: undefined }).embed(['x'], 'query')
    expect(asked.at(-1)?.headers.authorization).toBeUndefined()
  })

  it.each([
    ['an error', { status: 429, body: {} }],
    ['no vectors', { body: { data: [] } }],
    ['something else', { body: ['?'] }],
    ['one vector too few', { body: { data: [{ index: 0, embedding: [1, 2] }] } }],
    [
      'vectors of two lengths',
      {
        body: {
          data: [
            { index: 0, embedding: [1, 2] },
            { index: 1, embedding: [1] },
          ],
        },
      },
    ],
    [
      'a number that is none',
      {
        body: {
          data: [
            { index: 0, embedding: [1, 'x'] },
            { index: 1, embedding: [1, 2] },
          ],
        },
      },
    ],
  ])('says unavailable when the server answers with %s', async (_, reply) => {
    answer = () => reply
    await expect(open().embed(['a', 'b'], 'document')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each([400, 413, 422])(
    'says bad_input, and why, when the server answers %d: it will never take these texts',
    async (status) => {
      answer = () => ({ status, body: { error: { message: 'maximum context length\nis 8192 tokens' } } })
      await expect(open().embed(['a', 'b'], 'document')).rejects.toMatchObject({
        code: 'bad_input',
        message: `The embedding server refused the text (${status}): maximum context length is 8192 tokens`,
      })
    },
  )

  it.each([401, 403, 404, 429, 500, 503])(
    'says unavailable when the server answers %d: that may pass',
    async (status) => {
      answer = () => ({ status, body: { error: { message: 'not now' } } })
      await expect(open().embed(['a', 'b'], 'document')).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('says unavailable when nobody listens', async () => {
    await expect(open({ url: 'http://127.0.0.1:9' }).embed(['a'], 'query')).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
