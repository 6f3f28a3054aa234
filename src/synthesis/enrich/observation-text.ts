/** A stored observation as a model reads it: every fact in full, because none may get lost; the narrative limited. */

import { keepEnds } from '../../memory/cut-text.ts'
import type { ObservationDraft } from '../../memory/observation.ts'

export function renderObservation(draft: ObservationDraft): string {
  const facts = draft.facts.slice(0, 20).map((fact) => `- ${keepEnds(fact, { head: 300, tail: 0 })}`)
  const lines: [string, string][] = [
    ['type', draft.type],
    ['title', draft.title],
    ['subtitle', draft.subtitle],
    ['narrative', keepEnds(draft.narrative, { head: 700, tail: 200 })],
    ['facts', facts.length === 0 ? '' : `\n${facts.join('\n')}`],
    ['concepts', draft.concepts.join(', ')],
    ['files edited', draft.filesModified.slice(0, 8).join(', ')],
    ['files read', draft.filesRead.slice(0, 5).join(', ')],
  ]
  return lines
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (text.startsWith('\n') ? `${name}:${text}` : `${name}: ${text}`))
    .join('\n')
}
