/** Some other program on a port we believe to be ours: it answers 200 with text to everything. Must be closed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const STRANGER_SAYS = 'WORDS-OF-A-STRANGER'

export interface Stranger {
  port: number
  asked: string[]
  close: () => void
}

export async function startStranger(): Promise<Stranger> {
  const asked: string[] = []
  const hook = { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: STRANGER_SAYS } }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(`${STRANGER_SAYS}\n${JSON.stringify({ ...hook, systemMessage: STRANGER_SAYS })}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has an address of this kind
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
