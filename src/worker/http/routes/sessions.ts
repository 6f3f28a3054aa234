/** A session in order: what was asked, done and said, and what is remembered of it. */
import { cutAtWord } from '../../../memory/cut-text.ts'
import { compareEvents, type MemoryEvent } from '../../../memory/event.ts'
import { oneLine } from '../../../memory/one-line.ts'
import type { ToolCall } from '../../../memory/tool-call.ts'
import { findEvents, hasPurgedEvents } from '../../../store/events.ts'
import { findSessionObservations } from '../../../store/observations.ts'
import { findSessionByNumber, getNamedSession, listProjects } from '../../../store/sessions.ts'
import { findSummary } from '../../../store/summaries.ts'
import type { Step } from '../../protocol/sessions.ts'
import type { HttpParts } from './parts.ts'
import type { Router } from './route.ts'
import { observationIndex, summaryFull } from './rows.ts'

/** A long day has about a thousand steps; nobody scrolls through more than this. */
const MOST_STEPS = 3000
/** A paragraph: enough to see what it is about. */
const STEP_CHARACTERS = 600

export function addSessionRoutes({ add }: Router, { db }: HttpParts): void {
  add('GET /api/session', ({ query }) => {
    const { number, id } = getNamedSession(db, query.id)
    const session = findSessionByNumber(db, number)
    const project = listProjects(db).find((one) => one.id === session?.project)
    const summary = findSummary(db, number)
    const steps = findEvents(db, { session: number, from: 0 }).sort(compareEvents).flatMap(stepOf)
    const left = steps.length - MOST_STEPS
    return {
      number,
      id,
      project: project?.name ?? '',
      project_id: session?.project ?? '',
      status: session?.status ?? 'interrupted',
      started_at_epoch: session?.startedAt ?? 0,
      last_event_epoch: session?.lastEventAt ?? 0,
      summary: summary ? summaryFull(summary) : null,
      steps: steps.slice(0, MOST_STEPS),
      ...(left > 0 ? { left_out: left } : {}),
      ...(hasPurgedEvents(db, number) ? { purged: true as const } : {}),
      observations: findSessionObservations(db, number)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map((one) => observationIndex(one)),
    }
  })
}

function stepOf(event: MemoryEvent): Step[] {
  const { at } = event
  const step = (kind: Step['kind'], text: string, more: Partial<Step> = {}): Step[] => [
    { at, kind, text: cutAtWord(text.trim(), STEP_CHARACTERS), ...more },
  ]
  const agent = event.agent ? { agent: event.agent.type } : {}
  switch (event.kind) {
    case 'prompt':
      return event.machineMade ? [] : step('asked', event.text)
    case 'assistant_text':
      return event.text.trim() === '' ? [] : step('said', event.text, agent)
    case 'tool': {
      const failed = event.call.result === 'failed' ? { failed: true as const } : {}
      return step('did', oneLine(gistOf(event.call), STEP_CHARACTERS), { tool: event.tool, ...failed, ...agent })
    }
    case 'compacted':
      return step('compacted', event.text)
    case 'reported':
      return step('reported', event.text, agent)
    case 'session_started':
      return step('began', event.text)
    case 'session_ended':
      return step('ended', event.text)
    // The end of a turn repeats its last message; the other kinds have no text of their own.
    case 'stopped':
    case 'compacting':
    case 'subagent_stopped':
    case 'titled':
      return []
  }
}

function gistOf(call: ToolCall): string {
  switch (call.act) {
    case 'read':
    case 'edit':
      return call.file
    case 'command':
      return call.command
    case 'search':
      return call.query
    case 'tasks':
      return call.tasks.map(({ text, state }) => (text ? `${text} (${state})` : state)).join('; ')
    case 'question':
      return call.asked.map(({ question, answer }) => `${question} ${answer}`).join('; ')
    case 'plan':
      return call.plan
    case 'subagent':
      return call.task
    case 'other':
      return call.input
  }
}
