import { askWorker } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const vacuum = defineCommand({
  summary: 'give disk space back that deleted memories left in the database',
  about: [
    'Worth it after much was forgotten. It can run at any time: nothing is lost, hooks and searches go on, and what comes in meanwhile is stored afterwards. For a moment it needs free disk space of twice the size of the database.',
  ],
  page: 'control.md#disk-space',
  examples: ['vacuum'],
  async run({ folder, terminal }) {
    terminal.progress('Writing the database anew …')
    const reply = await askWorker(folder, 'POST /api/vacuum')
    const { bytesBefore, bytesAfter } = reply
    const freed = Math.max(0, bytesBefore - bytesAfter)
    const sizes = `The database was ${megabytes(bytesBefore)} and is ${megabytes(bytesAfter)} now`
    terminal.result(
      reply,
      freed === 0 ? `${sizes}: there was nothing to give back.` : `${sizes}: ${megabytes(freed)} given back.`,
    )
  },
})
export default vacuum

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
