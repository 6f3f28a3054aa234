/** Pieces of text for tests, as the extractor sees them: with source and score. */
import type { MemoryEvent } from '../../memory/event.ts'
import type { Scored } from './salience.ts'
import type { Source, SourceKind } from './sources.ts'
import { namesIn, termsOf } from './terms.ts'
import { splitUnits } from './units.ts'

let count = 0

/** All pieces of one message, each with this `score`. */
export function scored(kind: SourceKind, markdown: string, by: { score?: number; at?: number } = {}): Scored[] {
  const at = by.at ?? ++count
  const event: MemoryEvent = {
    kind: kind === 'request' || kind === 'aside' ? 'prompt' : 'assistant_text',
    key: `m:${++count}`,
    sessionId: 's1',
    at,
    origin: 'transcript',
    text: markdown,
    machineMade: false,
  }
  const source: Source = { kind, event, title: '', text: markdown, units: splitUnits(markdown) }
  return source.units.map((unit) => ({
    source,
    unit,
    place: ++count,
    terms: termsOf(unit.text),
    names: namesIn(unit.text),
    score: by.score ?? 0.5,
  }))
}
