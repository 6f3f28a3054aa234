/**
 * The server under the routes. Input that never becomes a request (too long, not HTTP) is refused here, in the same
 * JSON shape.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { MemoryError } from '../../memory/error.ts'
import { toErrorBody } from './error-body.ts'
import { sendJson } from './reply.ts'

/**
 * A pasted log is a legitimate query. It travels in the URL, which counts towards the header limit; Node's default is
 * 16 kB.
 */
const HEADER_BYTES = 512 * 1024

export function makeServer(): Server {
  // We refuse a missing Host header ourselves, in our own error shape.
  const server = createServer({ maxHeaderSize: HEADER_BYTES, requireHostHeader: false })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    refuse(socket, error.code === 'HPE_HEADER_OVERFLOW')
  })
  // Node's default answer has no body.
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new MemoryError('bad_input', 'This `Expect` header is not supported.')
    sendJson(response, toErrorBody(error), { status: 417, headers: { connection: 'close' } })
  })
  return server
}

function refuse(socket: Socket, tooLong: boolean): void {
  const status = tooLong ? 431 : 400
  const error = tooLong
    ? new MemoryError('too_large', `Address and headers may have at most ${HEADER_BYTES} bytes.`, {
        hint: 'Ask with fewer words: the rarest ones find best.',
      })
    : new MemoryError('bad_input', 'This is not an HTTP request that can be read.', {
        hint: 'GET /api/openapi.json describes every route.',
      })
  const body = JSON.stringify(toErrorBody(error))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
