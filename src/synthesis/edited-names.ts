/**
 * What edits did to names and lines: evidence that an earlier description is out of date. Works on patches as plain
 * text, for any language.
 */

import type { ToolEvent } from '../memory/event.ts'
import { movesIn } from '../memory/shell-command.ts'
import { NAME } from './words/terms.ts'

export interface Edited {
  at: number
  changed: ReadonlySet<string>
  /** Names that no added or unchanged line of the same edit contains any more. */
  removed: ReadonlySet<string>
  removedText: string
  /** In added or unchanged lines. */
  kept: ReadonlySet<string>
  keptText: string
}

/** In event order; nothing for calls that failed or changed no text. */
export function editsOf(calls: readonly ToolEvent[]): Edited[] {
  return calls.flatMap(({ call, at }) => {
    if (call.result === 'failed') return []
    if (call.act === 'command') return movedAway(call.command, at)
    if (call.act !== 'edit') return []
    const lines = call.hunks.flatMap((hunk) => hunk.lines)
    const gone = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1))
    const kept = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1))
    const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    const [before, after] = [namesOf(gone), namesOf(kept)]
    return [
      {
        at,
        changed: new Set([...before, ...namesOf(added)]),
        removed: new Set(
          [...before].filter((name) => !after.has(name) && (!isCodeName(name) || isDefinedIn(name, gone))),
        ),
        removedText: gone.join('\n'),
        kept: after,
        keptText: kept.join('\n'),
      },
    ]
  })
}

/** Removed by one of these edits, and in no line that any of them added or kept. */
export function isRemovedBy(name: string, edits: readonly Edited[]): boolean {
  return edits.some(({ removed }) => removed.has(name)) && !edits.some(({ kept }) => kept.has(name))
}

/** The same for a piece of code, literally: removed more often than added, and not there when last seen. */
export function isCodeRemovedBy(code: string, edits: readonly Edited[]): boolean {
  const seen = edits.filter(({ removedText, keptText }) => removedText.includes(code) || keptText.includes(code))
  const last = seen.at(-1)
  if (last === undefined || last.keptText.includes(code)) return false
  const out = seen.filter(({ removedText }) => removedText.includes(code)).length
  return out > seen.filter(({ keptText }) => keptText.includes(code)).length
}

/** A code name is gone when its definition is; where it is only used, it may still exist elsewhere. */
function isCodeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}

function isDefinedIn(name: string, lines: readonly string[]): boolean {
  const own = name.replaceAll('$', '\\$')
  const defined = new RegExp(
    `\\b(?:func|function|def|class|const|let|var|val|type|fn|struct|interface|enum|trait|sub)\\b[^={]*?\\b${own}\\b|^\\s*(?:[\\w.]+\\s+)?["']?${own}["']?\\s*(?::=?|=)(?!=)|^\\s*${own}\\s+[\\w*[]`,
  )
  return lines.some((line) => line.includes(name) && defined.test(line))
}

function namesOf(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => line.match(NAME) ?? []))
}

/** `mv transcripts CHAT_LOGS`: the old name is gone. */
function movedAway(command: string, at: number): Edited[] {
  return movesIn(command).map(({ from }) => {
    const path = from.replace(/\/$/, '')
    const last = path.slice(path.lastIndexOf('/') + 1)
    const names = new Set([last, `${last}/`])
    return { at, changed: names, removed: names, removedText: path, kept: new Set(), keptText: '' }
  })
}
