/**
 * The memory as a file or on stdout. A file is complete or not there: it is written under another name, readable by its
 * owner alone, and renamed when its last line has arrived.
 */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { countOf, renderNumber } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { downloadFromWorker } from '../../worker/client.ts'
import { EXPORT_FORMATS } from '../../worker/protocol/archive.ts'
import { defineCommand } from './command.ts'
import { renderBar } from './progress-bar.ts'
import { shellWords } from './shell-words.ts'
import { oneOf, optional, text, toggle } from './takes.ts'

const exportCommand = defineCommand({
  summary: 'write everything that is remembered to a file, or to stdout',
  about: [
    'As JSON lines it is complete: `claude-mem import FILE` makes the same memory of it in another folder or on another machine. As Markdown it is for reading: memories and summaries, by project and day.',
    'The file holds everything the database does, so it is readable by you alone. It has no settings and no notes; those are files already.',
  ],
  page: 'in-and-out.md#export',
  args: { file: optional('FILE', 'where to write; without it, stdout', { offers: 'files' }) },
  flags: {
    format: oneOf(EXPORT_FORMATS, 'jsonl (if not given) or markdown'),
    project: text('NAME', 'only this project'),
    since: text('DATE', 'only from this date on'),
    force: toggle('replace a file that is there'),
  },
  examples: [
    'export memory.jsonl',
    'export --format markdown memory.md',
    'export shop.jsonl --project shop --since 2026-01-01',
  ],
  async run({ args, flags: { format, project, since, force }, folder, terminal }) {
    const query = { format: format ?? 'jsonl', project, since }
    if (args.file === undefined) {
      return downloadFromWorker(folder, 'GET /api/export', query, (piece) => writeAll(1, piece))
    }
    const path = resolve(args.file)
    refuseFolder(path)
    if (force !== true) refuseExisting(path)
    const watch = watchLines((line) => terminal.progress(line))
    const { bytes } = await writeFile(path, { force: force === true }, (write) =>
      downloadFromWorker(folder, 'GET /api/export', query, (piece) => {
        watch.saw(piece)
        write(piece)
      }),
    )
    // The first and the last line are no rows.
    const rows = query.format === 'jsonl' ? { rows: watch.lines - 2 } : {}
    const what = query.format === 'jsonl' ? countOf(watch.lines - 2, 'row') : 'Memories and summaries'
    terminal.result(
      { path, bytes, ...rows },
      `${what} written to ${path} (${renderNumber(Math.ceil(bytes / 1000))} kB).`,
    )
  },
})
export default exportCommand

/** Before anything is read; that a file appears meanwhile is noticed again at the end. */
function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new MemoryError('bad_input', `${path} is a folder. Nothing was written.`, {
      hint: `Give the name of a file in it: ${join(path, 'memory.jsonl')}`,
    })
  const folder = dirname(path)
  if (!existsSync(folder))
    throw new MemoryError('not_found', `There is no folder ${folder}. Nothing was written.`, {
      hint: `Make it first: ${shellWords(['mkdir', '-p', folder])}`,
    })
}

function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new MemoryError('conflict', `${path} is there already. Nothing was written.`, {
    hint: 'Use another name, or --force to replace it.',
  })
}

/** Of what the first line says will come. */
function watchLines(show: (line: string) => void): { lines: number; saw: (piece: Buffer) => void } {
  let head = ''
  let total: number | undefined
  let shownAt = 0
  return {
    lines: 0,
    saw(piece) {
      for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) this.lines += 1
      if (total === undefined && this.lines === 0) head += piece.toString('utf8')
      else total ??= totalIn(head + piece.toString('utf8'))
      if (total === undefined || total === 0 || Date.now() - shownAt < 100) return
      shownAt = Date.now()
      show(`${renderBar(this.lines / total)}  ${renderNumber(this.lines)} of ${countOf(total, 'row')}`)
    },
  }
}

/** 0 for Markdown, which says nothing of the kind. */
function totalIn(text: string): number {
  const counts = /^\{"kind":"claude-mem export","format":\d+,"counts":(\{[^}]*\})/.exec(text)?.[1]
  if (counts === undefined) return 0
  return Object.values(JSON.parse(counts) as Record<string, number>).reduce((sum, n) => sum + n, 0) // our own worker's JSON
}

async function writeFile(
  path: string,
  by: { force: boolean },
  fill: (write: (piece: Buffer) => void) => Promise<void>,
): Promise<{ bytes: number }> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  const file = open(part, path)
  try {
    let bytes = 0
    try {
      await fill((piece) => {
        writeAll(file, piece)
        bytes += piece.length
      })
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    putInPlace(part, path, by)
    return { bytes }
  } catch (error) {
    throw error instanceof MemoryError ? error : cannotWrite(path, error)
  } finally {
    rmSync(part, { force: true })
  }
}

function open(part: string, path: string): number {
  try {
    return openSync(part, 'wx', 0o600)
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

/** Without `force` a file that appeared meanwhile is not replaced: a second name cannot be given over an existing one. */
function putInPlace(part: string, path: string, { force }: { force: boolean }): void {
  if (!force) {
    try {
      linkSync(part, path)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuseExisting(path) // some disks have no second names
    }
  }
  renameSync(part, path)
}

function cannotWrite(path: string, cause: unknown): MemoryError {
  const { code } = cause as NodeJS.ErrnoException // what fs throws
  return new MemoryError('unavailable', `${path} cannot be written (${code ?? 'unknown'}). Nothing was written.`, {
    cause,
    hint: 'Choose a folder that you may write to and that has room.',
  })
}

/** A pipe takes what fits; one that nobody reads any more ends the command, as for every program in a pipe. */
function writeAll(file: number, piece: Buffer): void {
  for (let at = 0; at < piece.length; ) {
    try {
      at += writeSync(file, piece, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') process.exit(0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(PAUSE, 0, 0, 5) // the reader is slower than we are
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))
