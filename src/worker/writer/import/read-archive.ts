/**
 * An export, line by line. A file that is not one is refused before anything is read; a damaged line inside one is named
 * and the others are read.
 */
import { statSync } from 'node:fs'
import { wholeLines } from '../../../capture/whole-lines.ts'
import { MemoryError } from '../../../memory/error.ts'
import { ARCHIVE_END, ArchiveHead, ArchiveRow, FORMAT, ROW_KINDS } from '../../../store/archive/rows.ts'
import type { ImportSource, SourceItem } from './import-source.ts'

/** A turn's words are a few megabytes at most; a line longer than this is not one of ours. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
const MAX_HEAD_BYTES = 10 * 1024

export async function openArchive(path: string): Promise<ImportSource> {
  const { highest } = await readHead(path)
  let ended = false
  return {
    from: 'export',
    total: statSync(path).size,
    highest,
    projects: [],
    isWhole: () => ended,
    close() {},
    async *items() {
      let number = 0
      for await (const line of wholeLines(path, 0, MAX_LINE_BYTES)) {
        number += 1
        if (number === 1 || line.bytes?.length === 0) continue
        const content = line.bytes === undefined ? { why: 'it is too long' } : readLine(line.bytes)
        if (content === 'end') ended = true
        else yield { place: `line ${number}`, done: line.next, content }
      }
    },
  }
}

async function readHead(path: string): Promise<ArchiveHead> {
  for await (const { bytes } of wholeLines(path, 0, MAX_HEAD_BYTES)) {
    const head = ArchiveHead.safeParse(bytes && parse(bytes))
    if (!head.success) break
    if (head.data.format <= FORMAT) return head.data
    throw new MemoryError('newer_schema', `${path} was exported by a newer claude-mem. Nothing was changed.`, {
      hint: 'Update claude-mem to the version that wrote it.',
    })
  }
  throw new MemoryError(
    'bad_input',
    `${path} is neither an export of claude-mem nor a database of it: line 1 is not the head of an export. Nothing was changed.`,
    { hint: 'Transcripts are read by `claude-mem import transcripts PATH`.' },
  )
}

function readLine(bytes: Buffer): SourceItem['content'] | 'end' {
  const value = parse(bytes)
  if (value === undefined) return { why: 'it is not JSON' }
  const kind = (value as { kind?: unknown } | null)?.kind
  if (kind === ARCHIVE_END.kind) return 'end'
  if (!ROW_KINDS.some((known) => known === kind)) return { why: `there is no kind \`${String(kind).slice(0, 40)}\`` }
  const row = ArchiveRow.safeParse(value)
  if (row.success) return { row: row.data }
  const [issue] = row.error.issues
  return { why: `${issue?.path.join('.')}: ${issue?.message ?? 'it cannot be used'}` }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined // the caller says so, with its place
  }
}
