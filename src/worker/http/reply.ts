/**
 * How a reply is written. Node's own response object, because `Response` would load Node's whole HTTP client: 10 MB at
 * rest.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { safeJson } from '../../memory/safe-text.ts'
import { STATUS_OF } from '../protocol.ts'
import { toErrorBody } from './error-body.ts'

/** Returned by a route that has already written its reply. */
export const SENT = Object.freeze({ sent: true })

/** Made safe to display: people read replies in a terminal, with curl. */
export function sendJson(
  outgoing: ServerResponse,
  value: unknown,
  by: { status?: number; headers?: OutgoingHttpHeaders } = {},
): void {
  sendText(outgoing, safeJson(JSON.stringify(value)), {
    status: by.status ?? 200,
    headers: { ...by.headers, 'content-type': 'application/json' },
  })
}

export function sendText(
  outgoing: ServerResponse,
  text: string,
  by: { status: number; headers: OutgoingHttpHeaders },
): void {
  outgoing.writeHead(by.status, { ...by.headers, 'content-length': Buffer.byteLength(text) }).end(text)
}

export function sendError(outgoing: ServerResponse, error: unknown, headers: OutgoingHttpHeaders = {}): void {
  if (outgoing.headersSent) return void outgoing.destroy() // half a reply cannot be taken back
  const body = toErrorBody(error)
  sendJson(outgoing, body, { status: STATUS_OF[body.error.code], headers })
}
