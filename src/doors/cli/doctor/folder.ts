/** The data folder: can it be used, can others read it, is there room, are the settings understood. */
import { chmodSync, existsSync, lstatSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { checkFolders, type DataFolder } from '../../../worker/client.ts'
import { shellWords } from '../shell-words.ts'
import { defineCheck, type Found, foundOr } from './check.ts'

export const folderCheck = defineCheck({
  name: 'folder',
  asks: 'the data folder can be used and only you can read it',
  faults: {
    'folder-unusable': {
      what: 'The data folder cannot be used.',
      why: 'Nothing can be recorded or found.',
      fix: 'make the folder writable for you, or set CLAUDE_MEM_DATA_DIR to another one',
    },
    'folder-open': {
      what: 'Other users can read files in the data folder.',
      why: 'They hold what you and your agents said.',
      fix: 'claude-mem doctor --fix',
      repair: async ({ folder }) => {
        for (const { path, mode } of openPaths(folder)) chmodSync(path, mode)
      },
    },
    'folder-foreign': {
      what: 'Files in the data folder belong to another user.',
      why: 'The worker cannot write them. This happens when claude-mem once ran with sudo.',
      fix: 'sudo chown -R YOU THE-FOLDER',
    },
  },
  run({ folder }) {
    if (!existsSync(folder.root)) return { skipped: `there is no ${folder.root} yet` }
    const trouble = troubleWith(folder)
    if (trouble) return { found: [{ fault: 'folder-unusable', what: trouble.message, ...fixOf(trouble) }] }
    const uid = process.getuid?.()
    const foreign =
      uid === undefined || uid === 0 ? [] : entriesOf(folder).filter((path) => lstatSync(path).uid !== uid)
    const open = openPaths(folder).map(({ path }) => path)
    const found: Found<'folder-open' | 'folder-foreign'>[] = [
      ...(foreign.length > 0
        ? [
            {
              fault: 'folder-foreign' as const,
              what: `${named(foreign)} in ${folder.root} belong to another user.`,
              fix: `sudo chown -R ${uid} ${shellWords([folder.root])}`,
            },
          ]
        : []),
      ...(open.length > 0
        ? [{ fault: 'folder-open' as const, what: `Other users can read ${named(open)} in ${folder.root}.` }]
        : []),
    ]
    return foundOr(found, folder.root)
  },
})

/** 500 MB: a day of hard work is a few; a backup of a large memory is a few hundred. */
const LEAST_FREE_BYTES = 500e6

export const diskCheck = defineCheck({
  name: 'disk',
  asks: 'there is room on the disk',
  faults: {
    'disk-full': {
      what: 'The disk is almost full.',
      why: 'Events are dropped when they cannot be written, and no backup can be made.',
      fix: 'free some space; du -h -d 1 THE-FOLDER shows what ours takes',
    },
  },
  run: ({ folder }) => judgeRoom(folder, freeBytes(folder)),
})

export function judgeRoom({ root }: Pick<DataFolder, 'root'>, free: number | undefined) {
  if (free === undefined) return { skipped: `there is no ${root} yet` }
  const room = `${(free / 1e9).toFixed(1)} GB free`
  if (free >= LEAST_FREE_BYTES) return { ok: room }
  const what = `Only ${Math.round(free / 1e6)} MB are free on the disk of ${root}.`
  return {
    found: [
      {
        fault: 'disk-full' as const,
        what,
        fix: `free some space; du -h -d 1 ${shellWords([root])} shows what ours takes`,
      },
    ],
  }
}

export const settingsCheck = defineCheck({
  name: 'settings',
  asks: 'every setting is understood',
  faults: {
    'settings-unreadable': {
      what: 'A setting cannot be used.',
      why: 'Its default is used instead, which may not be what you want.',
      fix: 'correct it in settings.json of the data folder, then: claude-mem stop',
    },
  },
  run({ config, folder }) {
    const fix = `correct it in ${folder.settings} or the environment, then: claude-mem stop`
    const found = config.problems.map((what) => ({ fault: 'settings-unreadable' as const, what, fix }))
    return foundOr(found, existsSync(folder.settings) ? folder.settings : 'all defaults')
  },
})

function freeBytes({ root }: DataFolder): number | undefined {
  if (!existsSync(root)) return undefined
  const { bavail, bsize } = statfsSync(root)
  return bavail * bsize
}

function troubleWith(folder: DataFolder): MemoryError | undefined {
  try {
    checkFolders(folder)
    return undefined
  } catch (error) {
    return MemoryError.from(error)
  }
}

function fixOf({ hint }: MemoryError): { fix?: string } {
  return hint === undefined ? {} : { fix: hint }
}

/** What is private: the folder itself, and everything in it but the program, which others may read. */
function openPaths(folder: DataFolder): { path: string; mode: number }[] {
  if (process.platform === 'win32') return []
  return [folder.root, ...entriesOf(folder)].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return []
    return [{ path, mode: found.mode & 0o700 }]
  })
}

/** Two levels: that is where every file of ours is, besides the program. */
function entriesOf({ root, app }: DataFolder): string[] {
  const inside = (folder: string) => readdirSync(folder, { withFileTypes: true })
  return inside(root).flatMap((entry) => {
    const path = join(root, entry.name)
    if (path === app || !entry.isDirectory()) return path === app ? [] : [path]
    return [path, ...inside(path).map(({ name }) => join(path, name))]
  })
}

function named(paths: string[]): string {
  const [first = '', ...more] = paths.map((path) => path.split('/').at(-1) ?? path)
  return more.length === 0 ? `\`${first}\`` : `\`${first}\` and ${countOf(more.length, 'other', 'others')}`
}
