/** The answer to a hook: the nonce, by which it knows us, then what the host reads. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MemoryError } from '../../memory/error.ts'
import { SPOOL_NAME } from '../process/spool-folder.ts'
import { sendText } from './reply.ts'
import type { HttpParts } from './routes/parts.ts'

export async function sendHookAnswer(
  parts: Pick<HttpParts, 'answerHook' | 'nonce'>,
  { incoming, outgoing, name }: { incoming: IncomingMessage; outgoing: ServerResponse; name: string },
): Promise<void> {
  if (!SPOOL_NAME.test(name)) throw new MemoryError('bad_input', 'That is not the name of a spool file.')
  const answer = await parts.answerHook(name)
  // Only a caller that knows the name of a real file may learn the nonce.
  if (!answer) throw new MemoryError('not_found', 'No hook has left a file of this name.')
  outgoing.once('finish', () => {
    if (!incoming.socket.destroyed) answer.onDelivered()
  })
  const text = `${parts.nonce}\n${answer.body}`
  sendText(outgoing, text, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
