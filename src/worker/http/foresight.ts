/**
 * What a session will be told, made before its hook asks: the hook takes longer to come round to asking than the writer to take
 * the file. Whoever comes first makes it, and the other finds it made.
 */
import type { HostEvent, SessionFacts } from '../../capture/host-event.ts'
import { beginsAnew } from '../../memory/session-beginning.ts'

export interface Foresight<Told> {
  /** The writer has taken this file. */
  onTaken(name: string, host: HostEvent): void
  /** The hook that left this file asks. */
  tell(name: string, session: SessionFacts): Told
}

/** A hook asks within a second or never. */
const KEEP_MS = 5000
/** More sessions than this never begin in the same moment. */
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
      if (Date.now() - host.event.at > KEEP_MS) return // of a time when no worker ran: nobody waits for it
      try {
        foreseen.set(name, { told: make(host.session) })
        forget(name)
      } catch {
        // The hook will ask, and whoever answers it will say what is wrong.
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
