/** Whatever a memory, a project or a file is called and says: what people and agents are shown stays ours in its lines. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderFailureDenied, renderFailureHint } from '../src/context/failure-hint.ts'
import { renderPromptRecall } from '../src/context/prompt-recall.ts'
import { chooseEntries, renderReadGate } from '../src/context/read-gate.ts'
import { renderSessionStart } from '../src/context/session-start.ts'
import { renderLine, renderMemory, renderNote, renderSummary, renderTurn } from '../src/doors/cli/memory-text.ts'
import { renderFound } from '../src/doors/cli/search.ts'
import { printable } from '../src/doors/cli/terminal.ts'
import * as mcp from '../src/doors/mcp/render.ts'
import type { Observation, Summary } from '../src/memory/observation.ts'
import { safeLines } from '../src/memory/safe-text.ts'
import { renderDigest } from '../src/notes/merge-hits.ts'
import { openLog } from '../src/worker/process/log.ts'
import type { AnyIndex, NoteFull, ObservationFull, SummaryFull } from '../src/worker/protocol/rows.ts'
import type { TurnReply } from '../src/worker/protocol/turns.ts'
import { FORGED_LINES, hostileTexts, NOT_TO_BE_SHOWN } from './support/hostile-texts.ts'

const corpus = hostileTexts()
const NOW = Date.UTC(2026, 3, 7, 22, 25)
const clock = { now: NOW, timeZone: 'UTC' }
const of = { project: 'p', projectName: 'shop' }

/** Each surface as a function of the text everything in it says. */
const AGENT: Record<string, (text: string) => string> = {
  'a session’s start': (text) =>
    renderSessionStart({
      project: { id: 'home', name: text },
      open: [],
      rules: [],
      notes: [{ id: 1, path: `memory/${text}.md`, text: `${text} and more words of a note` } as never], // what a line is made of
      memories: [1, 2, 3].map((id) => indexed(id, text)),
      texts: new Map(
        [1, 2, 3].map((id) => [id, { id, subtitle: text, narrative: `${text}\nStarted ${id} with ${text}` }]),
      ),
      labels: new Map([[1, 'file changed since']]),
      summaries: [1, 2].map((id) => summary(id, text)),
      elsewhere: [summary(9, text)],
      ...clock,
      budgetTokens: 2000,
      address: 'http://127.0.0.1:37777',
    })?.text ?? '',
  'what a prompt recalls': (text) =>
    renderPromptRecall({
      prompt: 'deploy words',
      candidates: [{ kind: 'observation', score: 1, parts: {}, observation: observation(1, text) }],
      told: { told: new Set(), indexed: new Map() },
      labels: new Map(),
      home: 'home',
      now: NOW,
      searched: 'hybrid',
    })?.text ?? '',
  'a failure’s hint': (text) =>
    renderFailureHint(
      { observation: 1, title: text, origin: 'session', fix: text, failedAt: NOW },
      { ...clock, since: '' },
    ).text,
  'a refused command': (text) =>
    renderFailureDenied(
      { observation: 1, title: text, origin: 'untrusted', fix: '', failedAt: NOW },
      { ...clock, since: '' },
    ).text,
  'the read gate': (text) =>
    renderReadGate({
      decision: 'denied',
      state: 'same',
      path: `src/${text}.ts`,
      fileTokens: 18_000,
      outline: { tokens: 1240, isMost: false },
      entries: chooseEntries([{ ...indexed(1, text), ...FILE_MEMORY }], { sessionId: 'me' }),
      labels: new Map(),
      ...clock,
    }).text,
  'a digest of notes': (text) => renderDigest([{ citation: `${text}#L1`, snippet: text }]),
  'rows of the tools': (text) =>
    safeLines(
      rows(text)
        .map((one) => mcp.renderAnyLine(one, READER))
        .join('\n'),
    ),
  'a memory of the tools': (text) => safeLines(mcp.renderObservation(full(text), READER)),
  'a turn of the tools': (text) => safeLines(mcp.renderTurn(turn(text), READER)),
}

const style = { bold: (text: string) => text, dim: (text: string) => text }
const PEOPLE: Record<string, (text: string) => string> = {
  'rows on a terminal': (text) =>
    rows(text)
      .map((one) => renderLine(one, style, text))
      .join('\n'),
  'a memory on a terminal': (text) => renderMemory(full(text), style, text),
  'a turn on a terminal': (text) => renderTurn(turn(text), style, text),
  'a summary on a terminal': (text) => renderSummary(fullSummary(text), style, text),
  'a note on a terminal': (text) => renderNote(fullNote(text), style, text),
  'what was found on a terminal': (text) =>
    renderFound(
      { query: 'a', count: 1, searched: 'hybrid', more: false, format: 'index', results: rows(text), unknown: [text] },
      { words: ['a'], flags: {}, terminal: style },
    ),
}

describe.each(Object.entries({ ...AGENT, ...PEOPLE }))('%s', (_name, render) => {
  it('shows nothing of 200 hostile texts that drives a terminal, turns or hides', () => {
    for (const { name, text } of corpus) expect(render(text), name).not.toMatch(NOT_TO_BE_SHOWN)
  })

  it('has no line that such a text made', () => {
    const ours = new Set(render('deploy words').split('\n').map(beginning))
    for (const { name, text } of corpus) {
      for (const line of render(text).split('\n')) {
        const forged = FORGED_LINES.find((one) => line.startsWith(one))
        if (forged !== undefined && !ours.has(beginning(line))) throw new Error(`${name} made the line: ${line}`)
      }
    }
  })
})

describe.each(Object.entries(AGENT))('%s, read as Markdown', (_name, render) => {
  it('has the headings and fences it has for harmless text', () => {
    const marks = (text: string) =>
      render(text)
        .split('\n')
        .filter((line) => /^ {0,3}(?:- )?(?:#{1,6}\s|```|~~~)/.test(line))
        .map(beginning)
    const ours = new Set([...marks('deploy words'), ...['### Before that', '### Elsewhere, lately'].map(beginning)])
    for (const { name, text } of corpus) {
      expect(
        marks(text).filter((line) => !ours.has(line)),
        name,
      ).toEqual([])
    }
  })
})

describe('what reaches a terminal', () => {
  it('is safe with colours and without, and ends as it began', () => {
    for (const { name, text } of corpus) {
      expect(printable(`a ${text} b`, false), name).not.toMatch(NOT_TO_BE_SHOWN)
      const coloured = printable(`\u001b[1mtitle\u001b[0m ${text}`, true)
      const withoutOurs = ['\u001b[0m', '\u001b[1m', '\u001b[2m'].reduce(
        (rest, mark) => rest.replaceAll(mark, ''),
        coloured,
      )
      expect(withoutOurs, name).not.toMatch(NOT_TO_BE_SHOWN)
      expect(coloured.endsWith('\u001b[0m'), name).toBe(true)
    }
  })
})

describe('a line of the log', () => {
  it('is one line, and says nothing to a terminal', () => {
    const folder = mkdtempSync(join(tmpdir(), 'claude-mem-log-'))
    try {
      const log = openLog(folder)
      for (const { text } of corpus) log.warn(text, { path: text })
      const lines = readFileSync(join(folder, 'worker.log'), 'utf8').trimEnd().split('\n')
      expect(lines).toHaveLength(corpus.length)
      for (const line of lines) expect(line).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** A heading says in its beginning what it is; a date or a request may follow. */
function beginning(line: string): string {
  return line.slice(0, 12)
}

const READER = { now: NOW, home: 'home' }
const FILE_MEMORY = { subtitle: '', concepts: [], sessionId: 's', modified: true, files: 1 }

function indexed(id: number, text: string) {
  return {
    ...{ id, project: 'p', projectName: text, session: 40 + id, type: 'bugfix' as const, title: `${text} ${id}` },
    ...{ origin: 'session' as const, discoveryTokens: 10, textBytes: 350, createdAt: NOW - id },
  }
}

function observation(id: number, text: string): Observation {
  return {
    ...{ id, key: 'k', sessionId: 's', project: 'p', projectName: text, type: 'bugfix', title: text, subtitle: text },
    ...{ narrative: text, facts: [text], concepts: [], filesRead: [text], filesModified: [text], discoveryTokens: 0 },
    ...{ source: 'local', origin: 'session', model: undefined, pinned: false, supersededBy: undefined, createdAt: NOW },
  }
}

function summary(id: number, text: string): Summary {
  return {
    ...{ id, session: 40 + id, sessionId: 's', ...of, projectName: text, request: text, investigated: text },
    ...{ learned: text, completed: text, nextSteps: text, filesRead: [text], filesEdited: [text], notes: text },
    ...{ discoveryTokens: 0, createdAt: NOW - id },
  }
}

function row(text: string) {
  return { project: text, project_id: 'p', created_at_epoch: NOW, passage: text }
}

function rows(text: string): AnyIndex[] {
  return [
    { kind: 'observation', ...row(text), id: 1, type: 'bugfix', title: text, subtitle: text, concepts: [], turn: 3 },
    { kind: 'passage', ...row(text), id: 2 },
    { kind: 'note', ...row(text), id: 3, citation: text, heading: text } as AnyIndex, // what a line is made of
    { kind: 'prompt', ...row(text), id: 4, text } as AnyIndex, // what a line is made of
    { kind: 'summary', ...row(text), id: 5, request: text, completed: text } as AnyIndex, // what a line is made of
  ]
}

function full(text: string): ObservationFull {
  return {
    ...{
      ...row(text),
      id: 7,
      type: 'bugfix',
      title: text,
      subtitle: text,
      narrative: text,
      facts: [text],
      files: [text],
    },
    ...{ files_modified: [text], concepts: [], created_at_iso: '2026-04-07T00:00:00.000Z', session_db_id: null },
    ...{ session_id: null, source: 'local', model: null, pinned: false, discovery_tokens: 0 },
  }
}

function turn(text: string): TurnReply {
  const said = (['user', 'agent', 'plan'] as const).map((kind) => ({ kind, text }))
  return { ...row(text), id: 3, session_id: text, said, files: [text], memories: [1] } as unknown as TurnReply // what is rendered of it
}

function fullSummary(text: string): SummaryFull {
  return {
    ...{ ...row(text), id: 5, session_id: text, request: text, investigated: text, learned: text, completed: text },
    ...{ next_steps: text, files_read: [text], files_edited: [text], notes: text },
  } as unknown as SummaryFull // what is rendered of it
}

function fullNote(text: string): NoteFull {
  return { ...row(text), id: 3, citation: text, heading: text, text } as unknown as NoteFull // what is rendered of it
}
