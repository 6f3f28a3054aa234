/** Messages on the stdin of the real MCP server, which asks a real worker. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { TOOLS } from '../../../src/doors/mcp/tools.ts'
import { hookEnv } from '../../support/hook.ts'
import { NOT_TO_BE_SHOWN } from '../../support/hostile-texts.ts'
import type { Place } from '../../support/place.ts'
import { PROJECT_ROOT } from '../../support/place.ts'
import { bytesOf, type Door, demand, inPlace, type Written } from '../door.ts'
import { changedBytes, changedJson, oddJson, oddText } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'

type Message = { tool: string; arguments: string } | { line: Written }

const plausible = fc.constantFrom<unknown>(
  'discount',
  1,
  [1, 2],
  '@project@',
  'src/total.js',
  'last week',
  'decision',
  'S1',
  'status',
)
const value = fc.oneof({ weight: 2, arbitrary: plausible }, { weight: 3, arbitrary: oddJson })

const called: fc.Arbitrary<Message> = fc.constantFrom(...TOOLS).chain(({ name, schema }) => {
  const fields = Object.keys(schema.shape)
  const known = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
  const some = fc.oneof(
    { weight: 5, arbitrary: known },
    { weight: 1, arbitrary: fc.dictionary(oddText, oddJson, { maxKeys: 3 }) },
    { weight: 1, arbitrary: oddJson },
  )
  return some.map((given) => ({ tool: name, arguments: JSON.stringify(given) }))
})

const GOOD = [
  { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'search', arguments: { query: 'discount' } } },
  {
    jsonrpc: '2.0',
    id: 'b',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  },
  { jsonrpc: '2.0', id: 'c', method: 'tools/list', params: { cursor: 'x' } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a', reason: 'x' } },
  { jsonrpc: '2.0', id: 'd', result: {} },
  { jsonrpc: '2.0', id: 'e', error: { code: -1, message: 'x' } },
  [{ jsonrpc: '2.0', id: 'f', method: 'ping' }],
]
const line: fc.Arbitrary<Written> = fc.oneof(
  changedJson(GOOD).map((message) => ({ text: JSON.stringify(message) })),
  changedBytes(GOOD.map((one) => JSON.stringify(one))).map((bytes) => ({ bytes })),
)
const inputs: fc.Arbitrary<Message> = fc.oneof(
  { weight: 4, arbitrary: called },
  { weight: 1, arbitrary: line.map((one) => ({ line: one })) },
)

export async function openMcp(place: Place): Promise<Door<Message>> {
  const lookAtWorker = watchHealth(place)
  const server = startServer(place)
  await server.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  })
  return {
    inputs,
    async knock(message) {
      if ('tool' in message) {
        const answer = await server.askText(
          'tools/call',
          `{"name":${JSON.stringify(message.tool)},"arguments":${inPlace(message.arguments, place)}}`,
        )
        // Arguments that are no object are refused by the protocol itself.
        if ('error' in answer) return demand(isError(answer.error), `an odd error: ${JSON.stringify(answer)}`)
        for (const { text } of contentOf(answer.result))
          demand(!NOT_TO_BE_SHOWN.test(text), 'the text is not safe to be shown')
        return
      }
      server.write(bytesOf(message.line, place))
      await server.ask('ping', {})
    },
    async lookAround() {
      demand(
        contentOf((await server.ask('tools/call', { name: 'search', arguments: { query: 'target' } })).result).length >
          0,
        'no answer to a good search',
      )
      await lookAtWorker()
    },
    close: server.close,
  }
}

interface Answer {
  id?: unknown
  result?: unknown
  error?: unknown
}

function startServer(place: Place) {
  const child: ChildProcessWithoutNullStreams = spawn('sh', [join(PROJECT_ROOT, 'plugin/scripts/mcp.sh')], {
    cwd: place.project,
    env: hookEnv(place),
  })
  const waiting = new Map<string, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let trouble: Error | undefined
  let last = 0
  const fail = (error: Error) => {
    trouble ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  child.on('exit', (code, signal) => fail(new Error(`the server ended: ${code ?? signal}`)))
  child.stdin.on('error', fail)
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const one of lines) {
      try {
        const answer: Answer = JSON.parse(one)
        const id = String(answer.id)
        waiting.get(id)?.resolve(answer)
        waiting.delete(id)
      } catch {
        fail(new Error(`not a message: ${one.slice(0, 200)}`))
      }
    }
  })
  const write = (bytes: Buffer) => void child.stdin.write(Buffer.concat([bytes, Buffer.from('\n')]))
  const askText = (method: string, params: string): Promise<Answer> => {
    const id = `fuzz-${++last}`
    return new Promise((resolve, reject) => {
      if (trouble) return reject(trouble)
      waiting.set(id, { resolve, reject })
      write(Buffer.from(`{"jsonrpc":"2.0","id":"${id}","method":"${method}","params":${params}}`))
    })
  }
  return {
    write,
    askText,
    ask: (method: string, params: object) => askText(method, JSON.stringify(params)),
    close: () => void child.kill(),
  }
}

function contentOf(result: unknown): { text: string }[] {
  demand(
    typeof result === 'object' && result !== null && 'content' in result && Array.isArray(result.content),
    'no content',
  )
  return result.content
}

function isError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && Number.isInteger(error.code)
}
