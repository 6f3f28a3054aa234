/**
 * What a hook is told. It asks by the name of its spool file alone; the event is read from the file, or from what the
 * writer said of it if the file is already taken. The first line of every answer is the nonce, so that a hook can tell
 * us from a stranger on the port. No answer is an answer: then the hook prints nothing.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent, SessionFacts } from '../capture/host-event.ts'
import type { SessionStartText } from '../context/session-start.ts'
import type { Meaning } from '../retrieval/search.ts'
import { spentTokens } from '../store/budget.ts'
import type { Injection } from '../store/ledger.ts'
import { isContextOwed } from '../store/sessions.ts'
import { localDay } from '../synthesis/spending.ts'
import type { DataFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import { promptContext } from './prompt-context.ts'
import { type ContextParts, sessionContext } from './session-context.ts'
import { readHostEvent } from './spool.ts'
import type { Writer } from './writer.ts'

/** The file was there a moment ago; the word of it is already on its way from the other thread. */
const TAKEN_WITHIN_MS = 150

export interface HookAnswer {
  /** JSON for the host's hook, or empty. */
  body: string
  /** Call when the answer has left: a session-start context is owed until then. */
  onDelivered: () => void
}

export interface AnswerParts extends ContextParts {
  writer: Writer
  folder: DataFolder
  log: Log
  /** With a limit that fits a prompt; absent when meaning is switched off. */
  meaning: Meaning | undefined
  notices: () => string[]
}

const NOTHING: HookAnswer = { body: '', onDelivered: () => {} }

/** undefined when no hook has left such a file, or too long ago. */
export async function answerHook(parts: AnswerParts, name: string): Promise<HookAnswer | undefined> {
  const host = (await readSpooled(parts, name)) ?? (await parts.writer.taken(name, TAKEN_WITHIN_MS))
  if (!host) return undefined
  if (host.kind !== 'event') return NOTHING
  const { event, session } = host
  if (event.kind === 'session_started' && ['startup', 'clear', 'compact'].includes(event.text)) {
    return beginSession(parts, { name, session, hookEventName: 'SessionStart' })
  }
  if (event.kind !== 'prompt') return NOTHING
  if (isContextOwed(parts.db, event.sessionId)) {
    return beginSession(parts, { name, session, hookEventName: 'UserPromptSubmit' })
  }
  const recalled = await promptContext(parts, { event, session })
  if (!recalled) return NOTHING
  const injections = recalled.shown.map(({ observation, ...rest }) => ({ ...rest, observation: observation.id }))
  enterIntoLedger(parts, { sessionId: event.sessionId, surface: 'prompt', injections })
  const hookSpecificOutput = { hookEventName: 'UserPromptSubmit', additionalContext: recalled.text }
  return { body: JSON.stringify({ hookSpecificOutput }), onDelivered: () => {} }
}

function beginSession(
  parts: AnswerParts,
  by: { name: string; session: SessionFacts; hookEventName: 'SessionStart' | 'UserPromptSubmit' },
): HookAnswer {
  const { hookEventName } = by
  const { sessionId } = by.session
  const context = sessionContext(parts, by.session)
  if (context) enterIntoLedger(parts, { sessionId, surface: 'session_start', injections: context.injections })
  const line = hookEventName === 'SessionStart' ? sessionLine(parts, context) : undefined
  const body = {
    ...(context ? { hookSpecificOutput: { hookEventName, additionalContext: context.text } } : {}),
    ...(line ? { systemMessage: line } : {}),
  }
  return {
    body: Object.keys(body).length === 0 ? '' : JSON.stringify(body),
    onDelivered: () => parts.writer.delivered({ spoolName: by.name, sessionId }),
  }
}

/** On its way before the answer is; an answer never waits for the thread that writes. */
function enterIntoLedger(
  { writer, log }: AnswerParts,
  entry: { sessionId: string; surface: string; injections: Injection[] },
): void {
  writer.call('inject', entry).catch((error: unknown) => log.error('the ledger could not be written', error))
}

/** What the person sees; never sent to the model. */
function sessionLine(parts: AnswerParts, context: SessionStartText | undefined): string | undefined {
  const notices = parts.notices()
  const told =
    context && parts.config.SESSION_LINE
      ? [`claude-mem: ${context.shown.size} memories, ~${count(context.tokens)} tokens${meter(parts)}`]
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
