/** What a transcript records besides the conversation: the summary of a compaction, and the session's title. */
import type { TitleLine } from './transcript-line.ts'

/** The host's sentences around the summary: where it comes from, where more is, and that the agent should continue. */
const COMPACTION_HEAD = /^\s*This session is being continued from a previous conversation[^\n]*\n+/
const COMPACTION_TAIL =
  /\n+(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where|Recent messages are preserved verbatim)[\s\S]*$/i
/** The model thinks before it summarises, and the thoughts would take the summary's room. */
const ANALYSIS = /^\s*(?:<analysis>|Analysis:)[\s\S]*?\n\s*(?=<summary>|Summary:)/

export function compactionText(raw: string): string {
  return raw.replace(COMPACTION_HEAD, '').replace(COMPACTION_TAIL, '').replace(ANALYSIS, '').trim()
}

export interface Title {
  text: string
  byUser: boolean
  /** Byte offset of its line. */
  start: number
}

/**
 * The user's title, else the host's, else a summary, as older versions wrote them; the newest of each. `isOwn` says
 * whether a line with that id is in this session: files can begin with the summaries of dozens of others.
 */
export function bestTitle(
  titles: readonly { line: TitleLine; start: number }[],
  by: { sessionId: string; isOwn: (lineId: string) => boolean },
): Title | undefined {
  const ranked: (Title | undefined)[] = [undefined, undefined, undefined]
  for (const { line, start } of titles) {
    if (line.type === 'summary') {
      if (by.isOwn(line.leafUuid)) ranked[2] = { text: line.summary.trim(), byUser: false, start }
    } else if (line.sessionId !== by.sessionId) continue
    else if (line.type === 'ai-title') ranked[1] = { text: line.aiTitle.trim(), byUser: false, start }
    else ranked[0] = { text: line.customTitle.trim(), byUser: true, start }
  }
  return ranked.find((title) => title !== undefined && title.text !== '')
}
