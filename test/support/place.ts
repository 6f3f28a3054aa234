/**
 * A temporary place with everything an installed claude-mem needs: a data folder with `launch`, a project, a folder for
 * the host's transcripts. The built program is copied in, so that a rebuild meanwhile cannot remove it.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type DataFolder, dataFolder } from '../../src/worker/process/data-folder.ts'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')
export const HOOK_SCRIPT = join(PROJECT_ROOT, 'plugin/hooks/hook.sh')

export interface Place {
  root: string
  data: DataFolder
  project: string
  transcripts: string
  app: string
}

export function makePlace(by: { dataRoot?: string } = {}): Place {
  const root = mkdtempSync(join(tmpdir(), 'claude-mem-test-'))
  const data = dataFolder(by.dataRoot ?? join(root, 'data'))
  const place = {
    root,
    data,
    project: join(root, 'work/shop'),
    transcripts: join(root, 'host/projects/-shop'),
    app: join(root, 'app'),
  }
  for (const path of [data.root, place.project, place.transcripts]) mkdirSync(path, { recursive: true, mode: 0o700 })
  cpSync(join(PROJECT_ROOT, 'dist'), place.app, { recursive: true })
  writeLaunch(place)
  return place
}

/** Another project of the same memory and worker: what one project remembers is not told in another. */
export function anotherProject(place: Place, name: string): Place {
  const other = {
    ...place,
    project: join(place.root, 'work', name),
    transcripts: join(place.root, `host/projects/-${name}`),
  }
  for (const path of [other.project, other.transcripts]) mkdirSync(path, { recursive: true, mode: 0o700 })
  return other
}

/** What `install` writes: the runtime and the worker's script. Another script simulates a broken install. */
export function writeLaunch(place: Place, script = join(place.app, 'worker-main.mjs')): void {
  writeFileSync(place.data.launch, `${process.execPath}\n${script}\n`, { mode: 0o600 })
}

export function removePlace(place: Place): void {
  rmSync(place.root, { recursive: true, force: true, maxRetries: 5 })
}

/** A small separate file system, to be filled up. undefined if mounting is not permitted. */
export function mountSmall(at: string, sizeMb: number): { unmount: () => void } | undefined {
  mkdirSync(at, { recursive: true, mode: 0o700 })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0700`, 'claude-mem-test', at], {
    stdio: 'ignore',
  })
  if (mounted.status !== 0) return undefined
  return { unmount: () => void spawnSync('umount', ['-l', at], { stdio: 'ignore' }) }
}
