/** A process that takes a lock at a given moment and keeps it until told to release it. */
import * as z from 'zod'
import { type Lock, takeLock } from './lock.ts'

const Ask = z.union([z.literal('release'), z.strictObject({ path: z.string(), at: z.number() })])

let lock: Lock | undefined
process.on('message', (message) => {
  const ask = Ask.parse(message)
  if (ask === 'release') {
    lock?.release()
    lock = undefined
    process.send?.('let go')
    return
  }
  while (Date.now() < ask.at); // not a timer: all of them must ask in the same millisecond
  lock = takeLock(ask.path)
  process.send?.(lock ? 'has it' : 'refused')
})
process.send?.('ready')
