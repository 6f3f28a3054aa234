/** The user's own words, from `words.txt` of the data folder: read when a thread begins to search, and again when it changes. */
import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseOwnWords } from '../../memory/own-words.ts'
import { useOwnWords } from '../../retrieval/use-own-words.ts'

/** Saving a file is several events. */
const DEBOUNCE_MS = 200

/** Returns what ends the watching. */
export function followOwnWords(path: string, onProblem: (problem: string) => void): () => void {
  let before = ''
  const look = () => {
    const text = readText(path)
    if (text === before) return
    before = text
    const { words, problems } = parseOwnWords(text)
    useOwnWords(words)
    for (const problem of problems) onProblem(problem)
  }
  look()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name !== null && name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(look, DEBOUNCE_MS)
    timer.unref()
  })
  watcher.on('error', () => watcher.close()) // the folder is gone, and the worker with it
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** No file is the ordinary case. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
