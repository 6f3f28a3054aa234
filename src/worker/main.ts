/**
 * The worker: the one process that owns a data folder. A hook or the command line starts it with the folder as its only
 * argument. It ends by itself when no session is live, and the next hook starts it again.
 */
import { rmSync } from 'node:fs'
import { loadConfig } from '../config.ts'
import { takeLock } from '../store/lock.ts'
import type { News } from './http/status.ts'
import { clearStartMarks, dataFolder, makeFolders, readOrMakeToken, readPort } from './process/data-folder.ts'
import { saveMemory } from './process/lean-heap.ts'
import { openLog } from './process/log.ts'
import { startWriter } from './writer/writer-client.ts'

/** The hook that started the worker asks at once, and its answer loads the rest of what answers need. */
const FIRST_ANSWER_MS = 1000

const startedAt = Date.now()
const config = loadConfig({ dataDir: process.argv[2] })
const folder = dataFolder(config.dataDir)
makeFolders(folder)
const log = openLog(folder.logs)

const lock = takeLock(folder.lock)
if (!lock) {
  clearStartMarks(folder) // another worker has the folder, as the caller wanted: not a failed start
  process.exit(0)
}

const token = readOrMakeToken(folder)
const news: News = { lastError: null, untold: [], notices: [], closing: false }

const writing = startWriter(
  { config, token },
  {
    onTrouble: (message) => {
      news.lastError = { at: Date.now(), message }
    },
    onNotice: (text, { quiet }) => {
      if (!quiet) news.untold.push(text)
      news.notices.push(text)
    },
    onExit: () => {
      if (news.closing) return
      log.error('the writing thread ended', new Error('the writing thread ended'))
      if (readPort(folder)?.pid === process.pid) rmSync(folder.port, { force: true }) // unless another worker wrote its own
      process.exit(1)
    },
  },
).catch((error: unknown) => {
  log.error('the worker could not start', error)
  process.exit(1)
})
// Someone is waiting for a cold worker: load the answering side while the thread opens the memory.
const { serve } = await import('./lifecycle.ts')
await serve({ config, folder, log, lock, token, writer: await writing, news, startedAt })
setTimeout(saveMemory, FIRST_ANSWER_MS).unref()
