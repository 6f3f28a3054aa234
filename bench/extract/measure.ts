/**
 * The figures of the extractor's bench, computed from the raw host calls with code of their own: nothing here asks the
 * extractor what changed.
 */
import type { Json } from '../../src/memory/event.ts'
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { relativePath } from '../../src/synthesis/tool-call.ts'
import type { HostCall, ToolCall } from '../trajectories/host-call.ts'
import { STOP_WORDS, wordsOf } from './words.ts'

export interface Told {
  runId: string
  root: string
  calls: readonly HostCall[]
  observations: readonly ObservationDraft[]
}

export interface Coverage {
  files: number
  covered: number
  bySymbol: number
  byReason: number
  missed: string[]
}

/** An edited file is covered by an observation of at most 5 files that names a symbol of the file's patch, or the reason. */
export function measureCoverage(told: readonly Told[]): Coverage {
  const result: Coverage = { files: 0, covered: 0, bySymbol: 0, byReason: 0, missed: [] }
  for (const run of told) {
    const clauses = clausesOf(run.calls.flatMap((call) => ('text' in call ? [call.text] : [])))
    for (const [file, symbols] of editedFiles(run)) {
      result.files++
      const about = run.observations.filter((one) => one.filesModified.length <= 5 && one.filesModified.includes(file))
      const symbol = about.some((one) => namesAny(one, symbols))
      const reason = about.some((one) => sharesClause(one, clauses))
      if (symbol) result.bySymbol++
      if (reason) result.byReason++
      if (symbol || reason) result.covered++
      else result.missed.push(`${run.runId}: ${file}`)
    }
  }
  return result
}

const LABELS = [
  /^(?:Edit|Update|Modif|Chang|Creat|Read|Ran|Run|Writ|Wrote|View|Open|Execut|Fix|Add|Delet|Remov)\w*\b.{0,40}(?:\bfiles?|\.\w{1,5})$/i,
  /^(?:Edited|Updated|Modified|Changed|Created|Read|Ran|Wrote|Viewed|Opened|Executed|Tested|Checked)\b(?:\s+\S+){0,3}$/i,
  /^(?:Made|Made some|Various|Several|Minor|Some)\s+(?:changes|edits|updates|fixes)\b/i,
  /^(?:Ran|Running|Run)\s+(?:the\s+)?(?:tests?|build|commands?)\b/i,
  /^\S+\.\w{1,5}$/,
  /^\S+\.\w{1,5} (?:was |is |has been )?(?:changed|edited|updated|modified|created)$/i,
  /\bchanges by \d+ lines\b/i,
  /^(?:tool|bash|edit|write|command)\b.{0,20}$/i,
]

export function labelTitles(told: readonly Told[]): string[] {
  return told.flatMap((run) =>
    run.observations.map((one) => one.title).filter((title) => LABELS.some((label) => label.test(title))),
  )
}

export function callsOf(run: Told): number {
  return run.calls.filter((call) => call.kind === 'tool').length
}

export function textOf(observation: ObservationDraft): string {
  return [
    observation.title,
    observation.subtitle,
    observation.narrative,
    ...observation.facts,
    ...observation.filesModified,
    ...observation.filesRead,
  ].join('\n')
}

function editedFiles(run: Told): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const call of run.calls) {
    if (call.kind !== 'tool' || call.failed || !/^(Edit|Write)$/.test(call.tool_name)) continue
    const file = relativePath(String(call.tool_input.file_path ?? ''), run.root)
    const symbols = files.get(file) ?? new Set<string>()
    for (const line of changedLines(call)) for (const name of definedOn(line)) symbols.add(name)
    files.set(file, symbols)
  }
  return files
}

function changedLines(call: ToolCall): string[] {
  const response = call.tool_response
  const patch =
    typeof response === 'object' && response !== null && !Array.isArray(response) ? response.structuredPatch : undefined
  const lines = (Array.isArray(patch) ? patch : []).flatMap((hunk: Json) =>
    typeof hunk === 'object' && hunk !== null && !Array.isArray(hunk) && Array.isArray(hunk.lines)
      ? hunk.lines.map(String)
      : [],
  )
  if (lines.length > 0) return lines.map((line) => line.slice(1))
  return String(call.tool_input.content ?? call.tool_input.new_string ?? '').split('\n')
}

const DEFINES = [
  /\b(?:def|class|function|const|let|var|fn|func|type|interface|struct|enum|trait|impl|module|namespace)\s+([A-Za-z_$][\w$]{2,})/,
  /^\s*(?:(?:public|private|protected|static|async|readonly|override|get|set)\s+)*([A-Za-z_$][\w$]{2,})\s*\([^)]*\)\s*(?::[^{]*)?\{\s*$/,
  /^\s*(?:(?:public|private|protected|static|readonly)\s+)+([A-Za-z_$][\w$]{2,})\s*[?:=;]/,
  /^\s*(?:self\.|this\.)?([A-Za-z_$][\w$]{2,})\s*(?::[^=]*)?=(?!=)/,
  /^\s*"([\w-]{3,})"\s*:/,
  /^#{1,6}\s+(.{3,60}?)\s*$/,
]

function definedOn(line: string): string[] {
  return DEFINES.flatMap((pattern) => {
    const name = pattern.exec(line)?.[1]
    return name === undefined || STOP_WORDS.has(name.toLowerCase()) ? [] : [name]
  })
}

function namesAny(observation: ObservationDraft, symbols: ReadonlySet<string>): boolean {
  // Paths do not count as naming a symbol.
  const text = [observation.title, observation.subtitle, observation.narrative, ...observation.facts]
    .join('\n')
    .replace(/\S*\/\S+|\b[\w-]+\.(?:py|ts|js|md|json)\b/g, ' ')
  const words = new Set(text.match(/[A-Za-z_$][\w$-]*/g) ?? [])
  return [...symbols].some((symbol) => (/\W/.test(symbol) ? text.includes(symbol) : words.has(symbol)))
}

/** A content-bearing clause: five words in a row, at least three of them not stop words. */
function clausesOf(texts: readonly string[]): Set<string> {
  const clauses = new Set<string>()
  for (const text of texts) for (const clause of fiveWords(text)) clauses.add(clause)
  return clauses
}

function sharesClause(observation: ObservationDraft, clauses: ReadonlySet<string>): boolean {
  // The request quoted as such ("Asked: …", "For: …") is not a reason somebody understood.
  const told = [
    observation.title,
    observation.subtitle.replace(/^For: .*/, ''),
    observation.narrative.replace(/^Asked: .*?[.?!…](?= |$)/, ''),
  ]
  return told.some((text) => fiveWords(text).some((clause) => clauses.has(clause)))
}

function fiveWords(text: string): string[] {
  const words = wordsOf(text)
  const clauses: string[] = []
  for (let i = 0; i + 5 <= words.length; i++) {
    const clause = words.slice(i, i + 5)
    if (clause.filter((word) => !STOP_WORDS.has(word)).length >= 3) clauses.push(clause.join(' '))
  }
  return clauses
}
