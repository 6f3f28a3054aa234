/**
 * What a hook is told. It asks with nothing but the name of its spool file. The event is read from that file or, if the
 * writer has already taken it, from the writer's message. The first line of every answer is the nonce, so that a hook
 * can tell us from a stranger on the port. With an empty answer the hook prints nothing.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { HookReply } from '../../capture/host.ts'
import type { HostEvent, PlannedToolUse, SessionFacts } from '../../capture/host-event.ts'
import { hookedHost } from '../../capture/hosts.ts'
import type { Config } from '../../config.ts'
import type { ContextParts } from '../../context/context-parts.ts'
import { type FailureAnswer, failureContext, plannedFailure } from '../../context/failure-context.ts'
import { promptContext } from '../../context/prompt-context.ts'
import { ledgerId } from '../../context/prompt-recall.ts'
import { type ReadAnswer, type ReadQuestion, readContext } from '../../context/read-context.ts'
import type { sessionContext } from '../../context/session-context.ts'
import type { SessionStartText } from '../../context/session-start.ts'
import { memories, renderNumber } from '../../memory/count.ts'
import { localDay } from '../../memory/local-day.ts'
import { safeLines } from '../../memory/safe-text.ts'
import { beginsAnew } from '../../memory/session-beginning.ts'
import type { Meaning } from '../../retrieval/search-parts.ts'
import { spentTokens } from '../../store/budget.ts'
import type { Telling } from '../../store/ledger.ts'
import { isContextOwed } from '../../store/sessions.ts'
import type { DataFolder } from '../process/data-folder.ts'
import type { Log } from '../process/log.ts'
import { type CodeCalls, OUTLINE_TOKENS } from '../process/outline-protocol.ts'
import { readHostEvent } from '../process/spool-folder.ts'
import type { Writer } from '../writer/writer-client.ts'
import type { Foresight } from './foresight.ts'
import { askedCommand, askedFailure, askedRead } from './hook-questions.ts'

/** The file existed a moment ago, so the writer's message about it is already on its way. */
const TAKEN_WITHIN_MS = 150
/**
 * Of the 200 ms that the hook before a read waits. A parse takes 5 to 30 ms; the first one, which also starts the thread
 * and loads the grammar, 115. With 80 ms the first refusal after a pause was never ready in time.
 */
const OUTLINE_MS = 130
const MAX_OUTLINE = { tokens: OUTLINE_TOKENS, isMost: true }

export interface HookAnswer {
  /** JSON for the host's hook, or empty. */
  body: string
  /** Call when the answer has been sent: until then the session still has to get its start context. */
  onDelivered: () => void
}

export interface AnswerParts extends ContextParts {
  config: Config
  writer: Writer
  folder: DataFolder
  log: Log
  /** Has a time limit that fits a prompt; absent when search by meaning is off. */
  meaning: Meaning | undefined
  /** Called at session start, because the first prompt follows soon. */
  warmMeaning: () => void
  notices: () => string[]
  beginnings: Foresight<ReturnType<typeof sessionContext>>
  outline: (ask: CodeCalls['outline']['ask']) => Promise<CodeCalls['outline']['reply']>
  /** Reads the gate has answered that are not in the store yet, by `session path`. */
  gating: Map<string, Pick<ReadQuestion, 'project' | 'toldTokens'>>
  /** Failures whose hint is not in the store yet: `failure session id`. */
  gated: Set<string>
}

const NOTHING: HookAnswer = { body: '', onDelivered: () => {} }

/** undefined when no hook left such a file, or too long ago. */
export async function answerHook(parts: AnswerParts, name: string): Promise<HookAnswer | undefined> {
  const host = (await readSpooled(parts, name)) ?? (await parts.writer.taken(name, TAKEN_WITHIN_MS))
  if (!host) return undefined
  if (host.kind === 'question') {
    return hookedHost.tools.runsCommands(host.planned.tool)
      ? answerFailure(
          parts,
          () => plannedFailure(parts, askedCommand(parts.db, host.planned)),
          (refusal) => ({ to: 'planned call', refusal }),
        )
      : answerRead(parts, host.planned)
  }
  if (host.kind !== 'event') return NOTHING
  const { event, session } = host
  if (event.kind === 'tool') {
    const to = event.failed ? 'failed call' : 'call'
    return answerFailure(
      parts,
      () => failureContext(parts, askedFailure(event, session)),
      (context) => ({ to, context }),
    )
  }
  if (beginsAnew(event)) {
    return beginSession(parts, { name, session, to: 'session start' })
  }
  if (event.kind !== 'prompt' && event.kind !== 'reported') return NOTHING
  if (isContextOwed(parts.db, event.sessionId)) {
    return beginSession(parts, { name, session, to: 'prompt' })
  }
  if (event.kind !== 'prompt') return NOTHING
  const recalled = await promptContext(parts, { event, session })
  if (!recalled) return NOTHING
  const injections = recalled.shown.map((one) => ({
    ...{ observation: ledgerId(one), score: one.score, parts: one.parts, tokens: one.tokens },
  }))
  const { tokens } = recalled
  void enterIntoLedger(parts, { sessionId: event.sessionId, surface: 'prompt', tokens, injections })
  return { body: bodyOf({ to: 'prompt', context: recalled.text }), onDelivered: () => {} }
}

/** Fails open: on any error the file is read normally. */
async function answerRead(parts: AnswerParts, planned: PlannedToolUse): Promise<HookAnswer> {
  const { gating, log, writer } = parts
  try {
    const asked = askedRead(planned, parts.config.hostConfigDir)
    const question = asked && readContext(parts, { ...asked, most: MAX_OUTLINE, pending: gating.values() })
    const key = question && `${question.sessionId} ${question.path}`
    if (!question || key === undefined || gating.has(key)) return NOTHING
    gating.set(key, question)
    const answer = await weighRead(parts, question).catch((error: unknown) => {
      log.error('the read gate failed', error)
      return undefined
    })
    if (!answer) {
      gating.delete(key)
      return NOTHING
    }
    const { sessionId, toldTokens: tokens } = answer.read
    void enterIntoLedger(parts, { sessionId, surface: 'read', tokens, injections: answer.injections })
    void writer
      .call('gate', answer.read)
      .catch((error: unknown) => log.error('the read gate could not be written', error))
      .finally(() => gating.delete(key))
    const told = answer.read.decision === 'denied' ? { refusal: answer.text } : { context: answer.text }
    return { body: bodyOf({ to: 'planned call', ...told }), onDelivered: () => {} }
  } catch (error) {
    log.error('the read gate failed', error)
    return NOTHING
  }
}

/** A refusal states what this file's outline costs, or the most it can cost if the outline is not ready in time. */
async function weighRead(parts: AnswerParts, question: ReadQuestion): Promise<ReadAnswer | undefined> {
  if (question.decision === 'informed') return question.render(MAX_OUTLINE)
  const { root, file } = question
  const asked = parts.outline({ root, path: file }).then(
    ({ tokens }) => ({ tokens, isMost: false }),
    () => undefined, // there is no outline of this file to offer instead
  )
  const outline = await Promise.race([asked, setTimeout(OUTLINE_MS, MAX_OUTLINE, { ref: false })])
  return outline && question.render(outline)
}

/** Fails open: on any error the agent sees only its own error message. */
function answerFailure(
  parts: AnswerParts,
  find: () => FailureAnswer | undefined,
  reply: (text: string) => HookReply,
): HookAnswer {
  try {
    const found = find()
    const key = found && `failure ${found.sessionId} ${found.injection.observation}`
    if (!found || key === undefined || parts.gated.has(key)) return NOTHING
    parts.gated.add(key)
    const { sessionId, injection, text } = found
    const { tokens } = injection
    void enterIntoLedger(parts, { sessionId, surface: 'failure', tokens, injections: [injection] }).finally(() =>
      parts.gated.delete(key),
    )
    return { body: bodyOf(reply(text)), onDelivered: () => {} }
  } catch (error) {
    parts.log.error('failure memory failed', error)
    return NOTHING
  }
}

function beginSession(
  parts: AnswerParts,
  by: { name: string; session: SessionFacts; to: 'session start' | 'prompt' },
): HookAnswer {
  const { to } = by
  const { sessionId } = by.session
  const context = parts.beginnings.tell(by.name, by.session)
  const notice = to === 'session start' ? sessionLine(parts, context) : undefined
  const told = { ...(context ? { context: context.text } : {}), ...(notice ? { notice } : {}) }
  return {
    body: Object.keys(told).length === 0 ? '' : bodyOf({ to, ...told }),
    onDelivered: () => {
      parts.writer.delivered({ spoolName: by.name, sessionId })
      // Recorded only once it has arrived; until then the session still has to be told.
      if (context) void enterIntoLedger(parts, { ...context, sessionId, surface: 'session_start' })
      if (parts.config.PROMPT_RECALL) parts.warmMeaning()
    },
  }
}

/** Every text for a hook passes through here and is made safe to show. */
function bodyOf(reply: HookReply): string {
  const answer = hookedHost.hooks.renderAnswer(reply)
  return JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'string' ? safeLines(value) : value))
}

/** An answer never waits for the writing thread. */
function enterIntoLedger(
  { writer, log }: AnswerParts,
  { sessionId, surface, tokens, injections }: Telling,
): Promise<unknown> {
  return writer
    .call('inject', { sessionId, surface, tokens, injections })
    .catch((error: unknown) => log.error('the ledger could not be written', error))
}

/** The line the person sees; never sent to the model. */
function sessionLine(parts: AnswerParts, context: SessionStartText | undefined): string | undefined {
  const notices = parts.notices()
  const told =
    context && parts.config.SESSION_LINE
      ? [`claude-mem: ${memories(context.shown.size)}, ~${renderNumber(context.tokens)} tokens${meter(parts)}`]
      : []
  return [...told, ...notices.map((notice) => `claude-mem: ${notice}`)].join('\n') || undefined
}

/** Without a model there is no budget to show. */
function meter({ db, config }: AnswerParts): string {
  if (config.PROVIDER === 'local') return ''
  const spent = spentTokens(db, localDay(Date.now()))
  return ` · ${renderNumber(spent)} of ${renderNumber(config.DAILY_TOKEN_BUDGET)} model tokens today`
}

async function readSpooled(parts: AnswerParts, name: string): Promise<HostEvent | undefined> {
  const found = lstatSync(join(parts.folder.spool, name), { throwIfNoEntry: false })
  return found?.isFile() ? readHostEvent(parts.folder, { name, mtimeMs: found.mtimeMs }) : undefined
}
