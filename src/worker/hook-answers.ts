/**
 * What a hook is told. It asks by the name of its spool file alone; the event is read from the file, or from what the
 * writer said of it if the file is already taken. The first line of every answer is the nonce, so that a hook can tell
 * us from a stranger on the port. No answer is an answer: then the hook prints nothing.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent, SessionFacts } from '../capture/host-event.ts'
import type { Config } from '../config.ts'
import { renderSessionStart, type SessionStartText } from '../context/session-start.ts'
import type { Project } from '../memory/session.ts'
import { spentTokens } from '../store/budget.ts'
import type { Database } from '../store/database.ts'
import { findRecentObservations } from '../store/observations.ts'
import { findProjects, findSession, isContextOwed } from '../store/sessions.ts'
import { findRecentSummaries } from '../store/summaries.ts'
import { localDay } from '../synthesis/spending.ts'
import { isExcluded } from '../workspace/exclusion.ts'
import { resolveProject } from '../workspace/project.ts'
import type { DataFolder } from './data-folder.ts'
import { readHostEvent } from './spool.ts'
import type { Writer } from './writer.ts'

/** Enough candidates for the largest budget: a line is rarely under twelve tokens. */
const CANDIDATES = 120

/** The file was there a moment ago; the word of it is already on its way from the other thread. */
const TAKEN_WITHIN_MS = 150

export interface HookAnswer {
  /** JSON for the host's hook, or empty. */
  body: string
  /** Call when the answer has left: a session-start context is owed until then. */
  onDelivered: () => void
}

export interface AnswerParts {
  db: Database
  writer: Writer
  folder: DataFolder
  config: Config
  address: string
  timeZone: string
  notices: () => string[]
}

const NOTHING: HookAnswer = { body: '', onDelivered: () => {} }

/** undefined when no hook has left such a file, or too long ago. */
export async function answerHook(parts: AnswerParts, name: string): Promise<HookAnswer | undefined> {
  const host = (await readSpooled(parts, name)) ?? (await parts.writer.taken(name, TAKEN_WITHIN_MS))
  if (!host) return undefined
  if (host.kind !== 'event') return NOTHING
  const { event, session } = host
  const wanted =
    (event.kind === 'session_started' && ['startup', 'clear', 'compact'].includes(event.text)) ||
    (event.kind === 'prompt' && isContextOwed(parts.db, event.sessionId))
  if (!wanted) return NOTHING
  const context = sessionStart(parts, session)
  const hookEventName = event.kind === 'prompt' ? 'UserPromptSubmit' : 'SessionStart'
  const body: Record<string, unknown> = {}
  if (context) body.hookSpecificOutput = { hookEventName, additionalContext: context.text }
  const line = hookEventName === 'SessionStart' ? sessionLine(parts, context) : undefined
  if (line) body.systemMessage = line
  return {
    body: Object.keys(body).length === 0 ? '' : JSON.stringify(body),
    onDelivered: () => parts.writer.delivered({ spoolName: name, sessionId: event.sessionId }),
  }
}

function sessionStart(parts: AnswerParts, session: SessionFacts): SessionStartText | undefined {
  const project = projectOf(parts.db, session)
  if (isExcluded(parts.config.EXCLUDED_PROJECTS, [project.root, session.cwd], parts.config.home)) return undefined
  return renderSessionStart({
    projectName: project.name,
    observations: findRecentObservations(parts.db, { project: project.id, limit: CANDIDATES }),
    summaries: findRecentSummaries(parts.db, { project: project.id, limit: 10 }),
    now: Date.now(),
    timeZone: parts.timeZone,
    budgetTokens: parts.config.CONTEXT_TOKENS,
    address: parts.address,
  })
}

function projectOf(db: Database, session: SessionFacts): Project {
  const known = findSession(db, session.sessionId)
  return (known && findProjects(db, known.project)[0]) ?? resolveProject(session.projectDir ?? session.cwd)
}

/** What the person sees; never sent to the model. */
function sessionLine(parts: AnswerParts, context: SessionStartText | undefined): string | undefined {
  const notices = parts.notices()
  const told =
    context && parts.config.SESSION_LINE
      ? [`claude-mem: ${context.shown.length} memories, ~${count(context.tokens)} tokens${meter(parts)}`]
      : []
  return [...told, ...notices.map((notice) => `claude-mem: ${notice}`)].join('\n') || undefined
}

/** Without a model there is nothing to meter. */
function meter({ db, config }: AnswerParts): string {
  if (config.PROVIDER === 'local') return ''
  const spent = spentTokens(db, localDay(Date.now()))
  return ` · ${count(spent)} of ${count(config.DAILY_TOKEN_BUDGET)} model tokens today`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

async function readSpooled(parts: AnswerParts, name: string): Promise<HostEvent | undefined> {
  const found = statSync(join(parts.folder.spool, name), { throwIfNoEntry: false })
  return found && readHostEvent(parts.folder, { name, mtimeMs: found.mtimeMs })
}
