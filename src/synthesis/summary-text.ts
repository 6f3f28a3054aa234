/** A summary as people read it: the seed's bold labels, empty paragraphs left out. */
import type { SummaryDraft } from '../memory/observation.ts'

export function renderSummary(summary: Omit<SummaryDraft, 'at' | 'discoveryTokens'>): string {
  const paragraphs: [string, string][] = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next Steps', summary.nextSteps],
    ['Files Read', summary.filesRead.join(', ')],
    ['Files Edited', summary.filesEdited.join(', ')],
    ['Notes', summary.notes],
  ]
  return paragraphs
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `**${label}:** ${text}`)
    .join('\n')
}
