/**
 * The body of a request as JSON, up to a limit. A caller that exceeds it gets an error instead of a closed connection.
 */
import type { IncomingMessage } from 'node:http'
import { MemoryError } from '../../memory/error.ts'
import { BODY_BYTES } from '../protocol.ts'

/** An empty body is `{}`, so a route with only optional fields needs none. */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const text = await readText(incoming)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MemoryError('bad_input', 'The request body is not JSON.', { cause })
  }
}

async function readText(incoming: IncomingMessage): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_BYTES) throw tooLarge()
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    // Keep the socket open when we stop reading: the refusal is sent over it.
    for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
      bytes += piece.length
      if (bytes > BODY_BYTES) throw tooLarge()
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof MemoryError) throw error
    throw new MemoryError('bad_input', 'The request ended before its body did.', { cause: error })
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

function tooLarge(): MemoryError {
  return new MemoryError('too_large', `A request body may have at most ${BODY_BYTES} bytes.`)
}
