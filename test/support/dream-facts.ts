/**
 * Facts that a dream will promote: each a separate note with its own words, recalled on five days by five questions.
 */
import { join } from 'node:path'
import { recordRecall } from '../../src/notes/dream/record-recall.ts'
import { chunkNote } from '../../src/notes/note-chunks.ts'
import { withNotesLock } from '../../src/notes/notes-lock.ts'
import { replaceNote } from '../../src/notes/replace-note.ts'
import { putText } from './notes.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 5
const DISK = {
  withLock: withNotesLock,
  replace: async (path: string, before: string | undefined, after: string) => replaceNote(path, before, after),
}

export interface FactMaker {
  /** Writes and recalls this many more. */
  add(count: number): Promise<void>
  /** Every sentence so far. */
  made(): string[]
}

export function makeFacts(root: string, random: () => number): FactMaker {
  const made: string[] = []
  const word = () =>
    Array.from({ length: 4 }, () => `${pick('bdfglmnprstvz', random)}${pick('aeiou', random)}`).join('')
  return {
    made: () => [...made],
    async add(count) {
      const fresh = Array.from({ length: count }, () => {
        const words = Array.from({ length: 6 }, word).map((one, at) => (at === 0 ? capital(one) : one))
        const [who, what, of, where, ...more] = words
        return { fact: `${who} keeps the ${what} of ${of} in the ${where} near ${more.join(' and ')}.`, words }
      })
      for (const { fact } of fresh) putText(join(root, `memory/facts/${fact.split(' ')[0]}.md`), `${fact}\n`)
      for (const hit of fresh.map(recalled)) {
        for (let day = 0; day < DAYS; day++) {
          const query = `${hit.words[0]} ${hit.words[day + 1]}`
          await recordRecall(root, { query, hits: [hit], now: Date.now() - day * DAY_MS, disk: DISK })
        }
      }
      made.push(...fresh.map(({ fact }) => fact))
    },
  }
}

function recalled({ fact, words }: { fact: string; words: string[] }) {
  const [chunk] = chunkNote(`${fact}\n`)
  const at = { kind: 'note' as const, path: `memory/facts/${words[0]}.md`, startLine: 1, endLine: 1, heading: '' }
  return { ...at, words, key: chunk?.key ?? '', text: fact, score: 1, createdAt: Date.now() - DAYS * DAY_MS }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function pick(letters: string, random: () => number): string {
  return letters.charAt(Math.floor(random() * letters.length))
}
