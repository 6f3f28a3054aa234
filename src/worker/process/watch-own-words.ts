/**
 * The user's own words from `words.txt` in the data folder: read when a thread starts searching, and after each change.
 */
import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseOwnWords } from '../../memory/own-words.ts'
import { useOwnWords } from '../../retrieval/use-own-words.ts'

/** Saving a file causes several events. */
const DEBOUNCE_MS = 200

/** Returns a function that stops watching. */
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
  watcher.on('error', () => watcher.close()) // the folder is gone, so the worker is ending too
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** Usually there is no such file. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
