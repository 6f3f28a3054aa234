/** The writer's thread: passes messages from its port to the writer, and the writer's messages back. */
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
