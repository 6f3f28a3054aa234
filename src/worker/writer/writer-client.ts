/** The writing thread as the answering thread sees it: typed calls, and messages about the files it has taken. */
import { Worker } from 'node:worker_threads'
import type { HostEvent } from '../../capture/host-event.ts'
import { MemoryError } from '../../memory/error.ts'
import type { LiveChange } from '../protocol/live.ts'
import type { CallName, FromWriter, ProgressOf, ToWriter, WriterCalls, WriterStart } from './writer-protocol.ts'

export interface Writer {
  call<Name extends CallName>(
    name: Name,
    ask: WriterCalls[Name]['ask'],
    onProgress?: (progress: ProgressOf<Name>) => void,
  ): Promise<WriterCalls[Name]['reply']>
  delivered(by: { spoolName: string; sessionId: string }): void
  /** The content of a spool file that has been taken; undefined when it was not taken within the time. */
  taken(name: string, withinMs: number): Promise<HostEvent | undefined>
  /** Called for every file a hook may still ask about. */
  onTaken: (name: string, host: HostEvent) => void
  /** Called after each change of what is stored. */
  onChanged: (change: LiveChange) => void
  recovered: string | undefined
}

interface Pending {
  resolve: (reply: never) => void
  reject: (error: Error) => void
  onProgress: ((progress: never) => void) | undefined
}

/** Hooks ask within a second or never. */
const REMEMBER_TAKEN = 500

export function startWriter(
  start: WriterStart,
  by: {
    onTrouble: (message: string) => void
    onNotice: (text: string, by: { quiet: boolean }) => void
    onExit: () => void
  },
): Promise<Writer> {
  const thread = new Worker(new URL('./writer-thread.mjs', import.meta.url), {
    workerData: start,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const pending = new Map<number, Pending>()
  const takenFiles = new Map<string, HostEvent>()
  const waiters = new Map<string, (host: HostEvent) => void>()
  let lastId = 0

  const writer: Writer = {
    recovered: undefined,
    onTaken: () => {},
    onChanged: () => {},
    call(name, ask, onProgress) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject, onProgress })
        thread.postMessage({ kind: 'call', id, name, ask } as ToWriter) // name and ask belong together by the signature
      })
    },
    delivered: (message) => thread.postMessage({ kind: 'delivered', ...message } satisfies ToWriter),
    taken(name, withinMs) {
      const known = takenFiles.get(name)
      if (known) return Promise.resolve(known)
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(undefined), withinMs)
        const settle = (host: HostEvent | undefined) => {
          clearTimeout(timer)
          waiters.delete(name)
          resolve(host)
        }
        waiters.set(name, settle)
      })
    },
  }

  return new Promise((resolve, reject) => {
    let saidWhy = false
    thread.on('message', (message: FromWriter) => {
      if (message.kind === 'ready') {
        writer.recovered = message.recovered
        resolve(writer)
      } else if (message.kind === 'failed') {
        saidWhy = true
        reject(MemoryError.of(message.error))
      } else if (message.kind === 'taken') {
        takenFiles.set(message.name, message.host)
        const [oldest] = takenFiles.keys()
        if (takenFiles.size > REMEMBER_TAKEN && oldest !== undefined) takenFiles.delete(oldest)
        waiters.get(message.name)?.(message.host)
        writer.onTaken(message.name, message.host)
      } else if (message.kind === 'changed') {
        writer.onChanged({ what: message.what, count: message.count })
      } else if (message.kind === 'trouble') {
        by.onTrouble(message.message)
      } else if (message.kind === 'notice') {
        by.onNotice(message.text, { quiet: message.quiet === true })
      } else if (message.kind === 'progress') {
        pending.get(message.id)?.onProgress?.(message.progress as never) // typed by the call's name
      } else {
        const call = pending.get(message.id)
        pending.delete(message.id)
        if (message.kind === 'reply')
          call?.resolve(message.reply as never) // typed by the call's name
        else call?.reject(MemoryError.of(message.error))
      }
    })
    thread.on('error', (error) => {
      by.onTrouble(error.message)
      reject(error)
    })
    thread.on('exit', () => {
      for (const call of pending.values()) call.reject(new MemoryError('unavailable', 'The worker is shutting down.'))
      // Its last message may come only now, and the caller hears of it a moment later: that reason is the one to keep.
      if (!saidWhy) by.onExit()
    })
  })
}
