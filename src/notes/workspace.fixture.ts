/** A workspace with notes in a temporary folder, and its surroundings. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestWorkspace {
  /** Everything is in here; a real path. */
  base: string
  /** Named `shop`. */
  root: string
  home: string
  remove(): void
}

/** `files`: text by path, relative to the folder around the workspace (`shop/memory/a.md`, `home/notes/b.md`). */
export function makeWorkspace(files: Record<string, string> = {}): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-notes-')))
  const place = { base, root: join(base, 'shop'), home: join(base, 'home') }
  for (const folder of [place.root, place.home]) mkdirSync(folder)
  for (const [path, text] of Object.entries(files)) putFile(join(base, path), text)
  return { ...place, remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }) }
}

export function putFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
