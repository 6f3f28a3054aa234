/** The thread of the writer: what its port brings goes to it, what it says goes back. */
import { parentPort, workerData } from 'node:worker_threads'
import { openWriter } from './writer/writer.ts'
import type { ToWriter, WriterStart } from './writer/writer-protocol.ts'

const port = parentPort as NonNullable<typeof parentPort> // this file only runs as a thread
const writer = await openWriter(workerData as WriterStart, {
  post: (message) => port.postMessage(message),
  end: () => process.exit(1),
  onClosed: () => port.close(),
})
port.on('message', (message: ToWriter) => void writer.take(message))
writer.start()
