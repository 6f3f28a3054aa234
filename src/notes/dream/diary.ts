/**
 * DREAMS.md: what a dream saw and did, for people. Append-only; never read by dreaming and never a source of memory.
 */
import { countOf } from '../../memory/count.ts'
import { localDay, localTime } from '../../memory/local-day.ts'
import { oneLine } from '../../memory/one-line.ts'
import type { RecallStore } from './recall-store.ts'

export interface DiaryEntry {
  now: number
  run: string
  recall: RecallStore
  /** Newest daily notes, for context. */
  recent: readonly { path: string; text: string }[]
  candidates: number
  promoted: readonly { fact: string; from: string; score: number; recalls: number; questions: number; days: number }[]
  ended: readonly { fact: string; reason: string; state: 'applied' | 'proposed' }[]
  skipped: readonly { key: string; reason: string }[]
}

const MAX_THEMES = 10
const MAX_PATTERNS = 5
const MAX_SKIPPED = 5
const MAX_RECENT = 3

export function renderDiary(by: DiaryEntry): string {
  const at = `${localDay(by.now)} ${localTime(by.now)}`
  const nothing = (lines: readonly string[]) => (lines.length > 0 ? lines : ['- none'])
  const parts = [
    `## REM Sleep — ${at}`,
    '### Recurring Themes',
    nothing(themesOf(by.recall)).join('\n'),
    '### Multi-Day Patterns',
    nothing(patternsOf(by.recall)).join('\n'),
    ...recentOf(by.recent),
    `## Deep Sleep — ${at}`,
    `Candidates: ${by.candidates} | Promoted: ${by.promoted.length} | Skipped: ${by.skipped.length} | Run: ${by.run}`,
    '### Promoted to MEMORY.md',
    nothing(by.promoted.map(promotedLine)).join('\n'),
    ...endedOf(by.ended),
    ...skippedOf(by.skipped),
  ]
  return `${parts.join('\n\n')}\n`
}

function themesOf({ entries }: RecallStore): string[] {
  const seen = new Map<string, number>()
  for (const { conceptTags } of Object.values(entries)) {
    for (const tag of conceptTags) seen.set(tag, (seen.get(tag) ?? 0) + 1)
  }
  const often = [...seen].filter(([, times]) => times > 1).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  return often.slice(0, MAX_THEMES).map(([tag, times]) => `- ${tag} (${times}×)`)
}

function patternsOf({ entries }: RecallStore): string[] {
  const several = Object.entries(entries).filter(([, { recallDays }]) => recallDays.length >= 2)
  several.sort(([a, one], [b, other]) => other.recallDays.length - one.recallDays.length || a.localeCompare(b))
  return several.slice(0, MAX_PATTERNS).map(([key, entry]) => {
    const where = entry.path === undefined ? key : `${entry.path}#L${entry.startLine ?? 1}`
    return `- ${where}: ${countOf(entry.recallDays.length, 'day')} (${entry.conceptTags.slice(0, 5).join(', ')})`
  })
}

function recentOf(recent: DiaryEntry['recent']): string[] {
  if (recent.length === 0) return []
  const lines = recent.slice(0, MAX_RECENT).map(({ path, text }) => {
    const first = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 2)
    return `- ${path}: ${oneLine(first.join(' '), 100)}`
  })
  return [`### Recent Context (${recent.length} daily files scanned)`, lines.join('\n')]
}

function promotedLine(one: DiaryEntry['promoted'][number]): string {
  const counts = `score ${one.score.toFixed(3)}, recalled ${one.recalls}× by ${countOf(one.questions, 'question')} across ${countOf(one.days, 'day')}`
  return `- ${one.from}: ${oneLine(one.fact, 120)} (${counts})`
}

function endedOf(ended: DiaryEntry['ended']): string[] {
  if (ended.length === 0) return []
  const lines = ended.map(({ fact, reason, state }) => {
    return `- ${state === 'applied' ? '' : 'proposed: '}${oneLine(fact, 160)} — ${reason}`
  })
  return ['### Retired and merged', lines.join('\n')]
}

function skippedOf(skipped: DiaryEntry['skipped']): string[] {
  if (skipped.length === 0) return []
  return [
    '### Skipped',
    skipped
      .slice(0, MAX_SKIPPED)
      .map(({ key, reason }) => `- ${key}: ${reason}`)
      .join('\n'),
  ]
}
