/** What the stand-ins of model servers share: one request, one play, and the ways a connection can fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Play } from '../../src/synthesis/providers/provider.contract.ts'

export type Answer = Extract<Play, { text: string }>

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: { model?: string; tools?: { name: string }[]; [field: string]: unknown }
}

export interface ModelServer {
  url: string
  received: Received[]
  play: (...plays: Play[]) => void
  /** What it does when no play is left. */
  otherwise: (answer: (received: Received) => Play) => void
  close: () => Promise<void>
}

/** Its protocol: the format of answers and errors. */
export interface Wire {
  answer: (play: Answer, body: Received['body']) => { json: unknown; events: string }
  error: (play: { status: number; says?: string }) => unknown
}

export async function startModelServer(wire: Wire): Promise<ModelServer> {
  const plays: Play[] = []
  const received: Received[] = []
  let otherwise = (_: Received): Play => ({ status: 400, says: 'the test played nothing more' })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const body = JSON.parse(text) as Received['body'] // our own provider wrote it
    const one = { path: request.url ?? '', headers: request.headers, body }
    received.push(one)
    const play = plays.shift() ?? otherwise(one)
    if ('broken' in play) breakOff(response, play.broken, JSON.stringify(wire.answer({ text: '{}' }, body).json))
    else if ('status' in play) {
      const headers = play.retryAfter === undefined ? {} : { 'retry-after': play.retryAfter }
      response.writeHead(play.status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(wire.error(play)))
    } else send(response, play, wire.answer(play, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server that listens has an address of this kind
    received,
    play: (...more) => void plays.push(...more),
    otherwise: (answer) => {
      otherwise = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Each object as one server-sent event. */
export function events(...objects: (Record<string, unknown> | string)[]): string {
  return objects
    .map((one) =>
      typeof one === 'string' ? one : `${one.type ? `event: ${one.type}\n` : ''}data: ${JSON.stringify(one)}\n\n`,
    )
    .join('')
}

function send(response: ServerResponse, play: Answer, as: { json: unknown; events: string }): void {
  const body = play.streamed ? as.events : JSON.stringify(as.json)
  response.writeHead(200, { 'content-type': play.streamed ? 'text/event-stream' : 'application/json' })
  const half = Math.floor(body.length / 2)
  response.write(body.slice(0, half))
  setTimeout(() => response.end(body.slice(half)), play.delayMs ?? 0)
}

function breakOff(response: ServerResponse, how: Extract<Play, { broken: string }>['broken'], body: string): void {
  if (how === 'hang') return
  if (how === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(200, { 'content-type': 'application/json' })
  if (how === 'no_json') return void response.end('<html>It works!</html>')
  if (how === 'wrong_shape') return void response.end('{"hello":"world"}')
  response.write(body.slice(0, 20), () => response.destroy())
}
