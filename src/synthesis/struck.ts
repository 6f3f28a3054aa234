/**
 * Lines of an older memory about code that a later session removed. The memory stays, the lines go: a reader would look
 * for something that no longer exists.
 */

import type { ObservationDraft } from '../memory/observation.ts'
import { splitSentences } from '../memory/sentences.ts'
import { type Edited, editsOf } from './edited-names.ts'
import { speaksOfRemoved } from './outdated.ts'
import { asTitle, besideAsked } from './title.ts'

export { type Edited, editsOf }

/** The sentences and items of a narrative that these edits made untrue. */
export function findStruck(narrative: string, edits: readonly Edited[]): string[] {
  return piecesOf(narrative).filter((piece) => speaksOfRemoved(piece, edits))
}

/** What a memory says. */
export type Told = Pick<ObservationDraft, 'title' | 'subtitle' | 'narrative'>

/** If the title came from such a line, the request becomes the title, else the first remaining line. */
export function withoutStruck({ title, subtitle, narrative }: Told, struck: ReadonlySet<string>): Told {
  const left = linesLeft(narrative, struck)
  const names = [...struck].flatMap((line) => asTitle(line) ?? [])
  const name = names.find((one) => title === one || title.endsWith(besideAsked(one)))
  if (name === undefined) return { title, subtitle, narrative: left }
  const asked = title === name ? subtitle : title.slice(0, -besideAsked(name).length)
  if (asked !== '') return { title: asked, subtitle: '', narrative: left }
  return { title: piecesOf(left).flatMap((line) => asTitle(line) ?? [])[0] ?? title, subtitle, narrative: left }
}

function linesLeft(narrative: string, struck: ReadonlySet<string>): string {
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
