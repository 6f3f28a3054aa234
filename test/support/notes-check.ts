/** Checks a workspace's notes: every promised line is there, none glued or doubled, all JSON valid. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDecided, parseProposals } from '../../src/notes/dream/decisions.ts'
import { parsePhaseSignals } from '../../src/notes/dream/phase-signals.ts'
import { parsePromotedLine } from '../../src/notes/dream/promoted-line.ts'
import { parseRecallStore } from '../../src/notes/dream/recall-store.ts'
import { listRuns } from '../../src/notes/dream/run-record.ts'

/** One sentence for each problem. */
export function problemsOf(
  root: string,
  by: { lasting: readonly string[]; logged: readonly string[]; facts: readonly string[] },
): string[] {
  const memory = linesOf(join(root, 'memory/MEMORY.md'))
  const logs = readdirSync(join(root, 'memory'))
    .filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
    .flatMap((name) => linesOf(join(root, 'memory', name)))
  return [
    ...by.lasting.flatMap((text) => onceIn(memory, `- ${text}`)),
    ...by.logged.flatMap((text) =>
      onceIn(
        logs.map((line) => line.replace(/^- \d\d:\d\d /, '- ')),
        `- ${text}`,
      ),
    ),
    ...memory.flatMap((line) => oddLine(line, by)),
    ...logs.flatMap((line) => (/^(|# \d{4}-\d\d-\d\d|- \d\d:\d\d .+\.)$/.test(line) ? [] : [`odd in a log: ${line}`])),
    ...promotedTwice(memory),
    ...dreamProblems(root),
    ...diaryProblems(root),
  ]
}

function onceIn(lines: readonly string[], line: string): string[] {
  const times = lines.filter((one) => one === line).length
  return times === 1 ? [] : [`${times} times: ${line}`]
}

function oddLine(line: string, by: { lasting: readonly string[]; facts: readonly string[] }): string[] {
  if (/^(|# Memory|## Promoted by dreaming — \d{4}-\d\d-\d\d)$/.test(line)) return []
  if (by.lasting.includes(line.slice(2))) return []
  const promoted = parsePromotedLine(line)
  return promoted !== undefined && !promoted.edited && by.facts.includes(promoted.fact)
    ? []
    : [`odd in MEMORY.md: ${line}`]
}

function promotedTwice(lines: readonly string[]): string[] {
  const facts = lines.flatMap((line) => parsePromotedLine(line)?.mark.fact ?? [])
  return facts.filter((fact, at) => facts.indexOf(fact) !== at).map((fact) => `promoted twice: ${fact}`)
}

/** Dreaming's files, each checked against its own format. */
function dreamProblems(root: string): string[] {
  const folder = join(root, 'memory/.dreams')
  const shapes: Record<string, (raw: unknown) => unknown> = {
    'short-term-recall.json': parseRecallStore,
    'phase-signals.json': parsePhaseSignals,
    'decided.json': parseDecided,
    'proposals.json': parseProposals,
  }
  const names = readdirSync(folder)
  const problems = names.flatMap((name) => {
    const text = readFileSync(join(folder, name).replace(/\/runs$/, '/short-term-recall.json'), 'utf8')
    const isWhole = name.endsWith('.jsonl')
      ? text.endsWith('\n') && text.trim().split('\n').every(isJson)
      : !name.endsWith('.json') || (isJson(text) && shapes[name]?.(JSON.parse(text)) !== undefined)
    return isWhole ? [] : [`damaged: ${name}`]
  })
  try {
    listRuns(root)
  } catch (error) {
    problems.push(`damaged: a run (${String(error)})`)
  }
  return problems
}

/** Every run is in the diary once, from its first line to its last. */
function diaryProblems(root: string): string[] {
  const diary = linesOf(join(root, 'DREAMS.md'))
  const heads = diary.filter((line) => line.startsWith('## ')).map((line) => line.replace(/ — .*/, ''))
  const isPaired = heads.every((head, at) => head === (at % 2 === 0 ? '## REM Sleep' : '## Deep Sleep'))
  const runs = diary.flatMap((line) => /^Candidates: \d+ \| .* Run: (\S+)$/.exec(line)?.[1] ?? [])
  return [
    ...(isPaired && heads.length === 2 * runs.length ? [] : ['DREAMS.md has half a dream']),
    ...runs.filter((run, at) => runs.indexOf(run) !== at).map((run) => `DREAMS.md tells ${run} twice`),
  ]
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return [] // not created yet; missing lines are reported
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
