/**
 * Prepares the session-start text before its hook asks: the writer usually takes the spool file before the hook sends
 * its request. Whichever happens first builds the text; the other finds it ready.
 */
import type { HostEvent, SessionFacts } from '../../capture/host-event.ts'
import { beginsAnew } from '../../memory/session-beginning.ts'

export interface Foresight<Told> {
  /** The writer has taken this file. */
  onTaken(name: string, host: HostEvent): void
  /** The hook that left this file is asking. */
  tell(name: string, session: SessionFacts): Told
}

/** A hook asks within a second or never. */
const KEEP_MS = 5000
/** More sessions than this never start at the same moment. */
const MOST = 20

export function makeForesight<Told>(make: (session: SessionFacts) => Told): Foresight<Told> {
  const foreseen = new Map<string, { told: Told }>()
  const asked = new Set<string>()
  const forget = (name: string) =>
    setTimeout(() => {
      foreseen.delete(name)
      asked.delete(name)
    }, KEEP_MS).unref()

  return {
    onTaken(name, host) {
      if (host.kind !== 'event' || !beginsAnew(host.event) || asked.has(name) || foreseen.size >= MOST) return
      if (Date.now() - host.event.at > KEEP_MS) return // from a time when no worker was running: no hook is waiting for it
      try {
        foreseen.set(name, { told: make(host.session) })
        forget(name)
      } catch {
        // The hook's own request will report the error.
      }
    },
    tell(name, session) {
      const known = foreseen.get(name)
      foreseen.delete(name)
      asked.add(name)
      forget(name)
      return known ? known.told : make(session)
    },
  }
}
