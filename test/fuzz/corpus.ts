/** Inputs worth keeping: what once broke something, and what stands for a kind. `corpus/<door>/<what it is>.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORPUS = join(import.meta.dirname, 'corpus')

export function keptInputs(door: string): { file: string; input: unknown }[] {
  const folder = join(CORPUS, door)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, input: JSON.parse(readFileSync(join(folder, file), 'utf8')) }))
}
