/**
 * Lines of an older memory that speak of code a later session took out. The memory stays, the lines go: a reader would
 * look for what is no longer there.
 */

import { splitSentences } from '../memory/sentences.ts'
import { type Edited, editsOf } from './edited-names.ts'
import { speaksOfRemoved } from './outdated.ts'

export { type Edited, editsOf }

/** The sentences and items of a narrative that no longer hold after these edits. */
export function findStruck(narrative: string, edits: readonly Edited[]): string[] {
  return piecesOf(narrative).filter((piece) => speaksOfRemoved(piece, edits))
}

export function withoutStruck(narrative: string, struck: ReadonlySet<string>): string {
  if (struck.size === 0) return narrative
  return narrative
    .split('\n')
    .map((line) =>
      splitSentences(line)
        .filter((sentence) => !struck.has(sentence))
        .join(' '),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function piecesOf(narrative: string): string[] {
  return narrative.split('\n').flatMap(splitSentences)
}
