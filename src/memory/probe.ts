/**
 * The doctor's own session: one prompt that goes the whole way from a hook to a search and is then deleted. Recognised
 * by its id, so that one left behind by an interrupted check is found and removed by the next.
 */
/** How the ids of its sessions begin. */
export const PROBE_SESSIONS = 'claude-mem-doctor-'

export interface Probe {
  sessionId: string
  /** In no other text: a search for it finds the probe or nothing. */
  word: string
  text: string
}

/** `random` gives a number from 0 up to, not including, 1. */
export function makeProbe(random: () => number): Probe {
  const letters = (from: string) => from.charAt(Math.floor(random() * from.length))
  // Syllables: a word that looks like a password would be redacted before it is stored.
  const word = Array.from({ length: SYLLABLES }, () => `${letters('bdfglmnprstvz')}${letters('aeiou')}`).join('')
  return { sessionId: `${PROBE_SESSIONS}${word}`, word, text: `claude-mem doctor asks whether ${word} is found again.` }
}

/** 65^8, about 10^14: no two checks make the same word. */
const SYLLABLES = 8
