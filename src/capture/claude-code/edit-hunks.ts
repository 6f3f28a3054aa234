/**
 * What an edit changed, from whatever the host provides: its patch, else the old and the new text. Hosts before
 * `structuredPatch`, and tools without it (several edits in one call, notebooks), give only texts.
 */
import { addedLines, diffLines } from '../../memory/line-diff.ts'
import type { Hunk } from '../../memory/tool-call.ts'
import { asList, asRecord, count, type JsonRecord, text } from '../tool-payload.ts'

export function readHunks(input: JsonRecord, output: JsonRecord): Hunk[] {
  const hunks = asList(output.structuredPatch)
    .map(asRecord)
    .flatMap((hunk) => {
      const lines = asList(hunk.lines).flatMap((line) => (typeof line === 'string' ? [markedLine(line)] : []))
      return lines.length > 0 ? [{ oldStart: count(hunk.oldStart), lines }] : []
    })
  if (hunks.length > 0) return hunks
  if (Array.isArray(input.edits)) return input.edits.map(asRecord).flatMap(replacedText)
  if (typeof input.new_source === 'string') return notebookCell(input, output)
  if (typeof input.content === 'string') {
    const before = text(output.originalFile)
    if (before !== '') return [{ oldStart: 1, lines: diffLines(before.split('\n'), input.content.split('\n')) }]
    return [{ oldStart: 1, lines: addedLines(input.content) }]
  }
  return replacedText(input)
}

/** Where cleaning cut a long hunk, the omission mark and the halves around it have no line mark. */
function markedLine(line: string): string {
  return /^[ +-]/.test(line) ? line : ` ${line}`
}

function replacedText(edit: JsonRecord): Hunk[] {
  const before = text(edit.old_string)
  const after = text(edit.new_string)
  if (before === after) return []
  const lines = diffLines(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'))
  return [{ oldStart: 0, lines }]
}

function notebookCell(input: JsonRecord, output: JsonRecord): Hunk[] {
  const before = text(output.old_source)
  const after = text(input.new_source)
  if (text(input.edit_mode) === 'delete') return before === '' ? [] : replacedText({ old_string: before })
  if (before !== '') return replacedText({ old_string: before, new_string: after })
  return [{ oldStart: 0, lines: addedLines(after) }]
}
