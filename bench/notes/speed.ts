/**
 * What keeping notes up to date costs, by words only: the first reading, a single write, a thousand at once, and
 * memory.
 */

import type { NoteSynced } from '../../src/worker/protocol/notes.ts'
import { waitFor } from '../../test/support/wait.ts'
import { call } from '../../test/support/worker.ts'
import { renderTable, round, type Spread, spread } from '../figures.ts'
import { settledMb } from '../hooks/stage.ts'
import { atMost, type Need } from '../outcome.ts'
import { type NoteStage, startNoteStage, writeNote } from './stage.ts'

export interface Speed {
  files: number
  filesPerSecond: number
  /** From the write to the first answer that has it, asked continuously. */
  findableMs: Spread
  /** Until answers have shown each changed file; includes the searches. */
  storm: { files: number; seconds: number }
  residentMb: { before: number; after: number }
}

const FILES = 10_000
const STORM = 1000
const SINGLE_WRITES = 100
const DEPTHS = 5
/** Files that share a word: one answer shows whether all of them are there. */
const IN_A_GROUP = 40
const MAX_RESULTS = 50
const DEADLINE_MS = 120_000

export async function measureSpeed(): Promise<Speed> {
  const stage = await startNoteStage()
  try {
    const workspace = stage.workspace('speed')
    for (let at = 0; at < FILES; at++) writeNote(workspace, pathOf(at), textOf(at))
    const before = await settledMb(stage.pid)
    console.log(`${FILES} notes are read …`)
    const startedAt = performance.now()
    const { changed } = await call<NoteSynced>(stage.place, 'POST', '/api/notes/sync', { cwd: workspace })
    if (changed !== FILES) throw new Error(`${changed} files were read, not ${FILES}.`)
    const filesPerSecond = Math.round((1000 * FILES) / (performance.now() - startedAt))
    const after = await settledMb(stage.pid)
    console.log(`${SINGLE_WRITES} single writes …`)
    const findableMs = spread(await measureWrites(stage, workspace))
    console.log(`${STORM} files change at once …`)
    const seconds = await measureStorm(stage, workspace)
    return {
      ...{ files: FILES, filesPerSecond, findableMs, storm: { files: STORM, seconds } },
      residentMb: { before: Math.round(before), after: Math.round(after) },
    }
  } finally {
    await stage.end()
  }
}

export function needsOf({ findableMs }: Speed): Need[] {
  return [atMost('notes: from a write to findable, p95 ms', findableMs.p95, 2000)]
}

export function renderSpeed({ files, filesPerSecond, findableMs, storm, residentMb }: Speed): string {
  return renderTable(
    ['notes, by words', 'measured'],
    [
      [`first reading of ${files} files, files/s`, String(filesPerSecond)],
      ['from a write to findable, p50 ms', String(findableMs.p50)],
      ['from a write to findable, p95 ms', String(findableMs.p95)],
      [`${storm.files} files changed at once, s until all are found`, String(storm.seconds)],
      ['resident MB of the worker before', String(residentMb.before)],
      [`resident MB of the worker with ${files} files`, String(residentMb.after)],
    ],
  )
}

async function measureWrites(stage: NoteStage, workspace: string): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < SINGLE_WRITES; at++) {
    const folders = Array.from({ length: 1 + (at % DEPTHS) }, (_, depth) => `level${depth}`)
    const word = wordOf('single', at)
    const writtenAt = performance.now()
    writeNote(workspace, `memory/${folders.slice(1).join('/')}/single-${at}.md`, `The crate ${word} arrived.\n`)
    await found(stage, workspace, { word, files: 1 })
    times.push(performance.now() - writtenAt)
  }
  return times
}

async function measureStorm(stage: NoteStage, workspace: string): Promise<number> {
  const startedAt = performance.now()
  const groups = Array.from({ length: STORM / IN_A_GROUP }, (_, group) => wordOf('storm', group))
  for (let at = 0; at < STORM; at++) {
    writeNote(workspace, pathOf(at), `${textOf(at)}The ${groups[at % groups.length]} came.\n`)
  }
  for (const word of groups) await found(stage, workspace, { word, files: IN_A_GROUP })
  return round((performance.now() - startedAt) / 1000, 1)
}

function found(stage: NoteStage, workspace: string, by: { word: string; files: number }): Promise<true> {
  return waitFor(
    `${by.files} notes with ${by.word} are found`,
    async () => {
      const { results } = await stage.search(workspace, by.word, MAX_RESULTS)
      const files = results.filter(({ snippet }) => snippet.includes(by.word)).map(({ citation }) => citation)
      return new Set(files).size === by.files
    },
    DEADLINE_MS,
  )
}

/** 200 folders at depth 1 to 5. */
function pathOf(at: number): string {
  const folder = at % 200
  const folders = Array.from({ length: folder % DEPTHS }, (_, depth) => `level${depth}-${folder}`)
  return ['memory', ...folders, `note-${at}.md`].join('/')
}

/** About a hundred words, each file another mixture. */
function textOf(at: number): string {
  const sentence = (n: number) =>
    Array.from({ length: 12 }, (_, word) => WORDS[(at * 31 + n * 17 + word * 7) % WORDS.length])
  const paragraph = Array.from({ length: 8 }, (_, n) => `${sentence(n).join(' ')}.`).join('\n')
  return `# Note ${at}\n\n${paragraph}\n`
}

/** In no other note, and distinct after stemming. */
function wordOf(kind: string, at: number): string {
  const letters = [...String(at)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')
  return `${kind}q${letters}x`
}

const WORDS =
  'order invoice receipt payment customer basket discount currency warehouse parcel address refund search index filter catalogue price image upload queue worker retry timeout cache session token login password email template language translation button form page release branch review test failure deployment server database table column migration backup restore metric alert dashboard'.split(
    ' ',
  )
