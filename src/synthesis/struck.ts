/**
 * Lines of an older memory that speak of code a later session took out. The memory stays, the lines go: a reader would
 * look for what is no longer there.
 */

import type { ObservationDraft } from '../memory/observation.ts'
import { splitSentences } from '../memory/sentences.ts'
import { type Edited, editsOf } from './edited-names.ts'
import { speaksOfRemoved } from './outdated.ts'
import { asTitle, besideAsked } from './title.ts'

export { type Edited, editsOf }

/** The sentences and items of a narrative that no longer hold after these edits. */
export function findStruck(narrative: string, edits: readonly Edited[]): string[] {
  return piecesOf(narrative).filter((piece) => speaksOfRemoved(piece, edits))
}

/** What a memory says. */
export type Told = Pick<ObservationDraft, 'title' | 'subtitle' | 'narrative'>

/** One that was named by such a line is named by what was asked, else by the first line that is left. */
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
