/**
 * Tells listening pages at once that something was stored or distilled. Nothing is kept for anyone: who is not
 * listening, or too slow, misses it and asks for the state instead.
 */
import type { ServerResponse } from 'node:http'
import { MemoryError } from '../../memory/error.ts'
import type { LiveChange } from '../protocol/live.ts'

/** More tabs than anyone looks at; each holds a connection. */
const MOST_LISTENERS = 16
/** Some thousand changes that nobody read: the other side is asleep. */
const MOST_UNREAD_BYTES = 128 * 1024

export interface LiveFeed {
  tell(change: LiveChange): void
  /** Writes the whole answer, which lasts for that long or until the other side leaves. */
  listen(outgoing: ServerResponse, seconds: number): void
  close(): void
}

export function makeLiveFeed(): LiveFeed {
  const listeners = new Set<ServerResponse>()
  return {
    tell(change) {
      const text = `data: ${JSON.stringify(change)}\n\n`
      for (const outgoing of listeners) {
        outgoing.write(text)
        if (outgoing.writableLength > MOST_UNREAD_BYTES) outgoing.destroy()
      }
    },
    listen(outgoing, seconds) {
      if (listeners.size >= MOST_LISTENERS)
        throw new MemoryError('unavailable', `${MOST_LISTENERS} pages listen already.`, { hint: 'Close some tabs.' })
      listeners.add(outgoing)
      const timer = setTimeout(() => outgoing.end(), seconds * 1000).unref()
      outgoing.once('close', () => {
        clearTimeout(timer)
        listeners.delete(outgoing)
      })
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      outgoing.write(': listening\n\n') // the other side knows that it is heard before anything happens
    },
    close() {
      for (const outgoing of listeners) outgoing.end()
    },
  }
}
