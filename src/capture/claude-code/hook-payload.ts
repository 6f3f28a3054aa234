/**
 * What Claude Code sends through its hooks, converted to our types. Extra fields pass, because hosts add them between
 * versions; a missing optional one is no reason to lose an event. The host's `snake_case` stops here.
 */
import * as z from 'zod'
import { cleanName } from '../../memory/clean-name.ts'
import type { Json, LifecycleEvent, SessionStartSource } from '../../memory/event.ts'
import { isTooLong } from '../../memory/path-length.ts'
import type { CapturedEvent } from '../captured-event.ts'
import type { HostEvent, PlannedToolUse, SessionFacts } from '../host-event.ts'
import type { SpoolFile } from '../spool-file.ts'
import { humanText, promptWords, reportsIn } from './machine-made.ts'

const optionalText = z.string().nullish().catch(undefined)

/** An impossible path is left out; the event stays. */
const optionalPath = z
  .string()
  .refine((path) => !isTooLong(path))
  .nullish()
  .catch(undefined)

const Common = z.looseObject({
  // Hooks are answered, and answers recorded, under the id the session is stored by.
  session_id: z.string().min(1).transform(cleanName),
  transcript_path: optionalPath,
  cwd: optionalPath,
  prompt_id: optionalText,
  agent_id: optionalText,
  agent_type: optionalText,
})
const ToolUse = Common.extend({
  tool_name: z.string().min(1),
  tool_use_id: optionalText,
  tool_input: z.unknown().optional(),
})

const SCHEMAS = {
  SessionStart: Common.extend({ source: optionalText }),
  UserPromptSubmit: Common.extend({ prompt: z.string() }),
  PreToolUse: ToolUse.extend({ permission_mode: optionalText }),
  PostToolUse: ToolUse.extend({ tool_response: z.unknown().optional() }),
  PostToolUseFailure: ToolUse.extend({
    error: z.unknown().optional(),
    is_interrupt: z.boolean().nullish().catch(undefined),
  }),
  Stop: Common.extend({ last_assistant_message: optionalText }),
  StopFailure: Common.extend({ last_assistant_message: optionalText, error: optionalText }),
  PreCompact: Common.extend({ trigger: optionalText }),
  SubagentStop: Common.extend({ last_assistant_message: optionalText }),
  SessionEnd: Common.extend({ reason: optionalText }),
}
type EventName = keyof typeof SCHEMAS
type Raw<Name extends EventName> = z.infer<(typeof SCHEMAS)[Name]>

/** `at` is when the hook wrote the file, in milliseconds. */
export function parseHostEvent(file: SpoolFile, at: number): HostEvent {
  const name = eventName(file)
  if (!isEventName(name)) return { kind: 'ignored', reason: 'an event we do not use' }
  const parsed = SCHEMAS[name].safeParse(file.payload)
  if (!parsed.success) return { kind: 'bad', reason: `${name}: ${problems(parsed.error)}` }
  const session = sessionFacts(file, parsed.data)
  if (name === 'PreToolUse') {
    return { kind: 'question', planned: plannedToolUse(session, parsed.data as Raw<'PreToolUse'>) } // parsed with its schema
  }
  const made = makeEvent(name, { file, raw: parsed.data, at })
  return typeof made === 'string' ? { kind: 'ignored', reason: made, session } : { kind: 'event', session, event: made }
}

function plannedToolUse(session: SessionFacts, raw: Raw<'PreToolUse'>): PlannedToolUse {
  return {
    session,
    tool: raw.tool_name,
    input: json(raw.tool_input),
    toolUseId: raw.tool_use_id ?? undefined,
    agentId: raw.agent_id ?? undefined,
    permissionMode: raw.permission_mode ?? undefined,
  }
}

interface Source<Name extends EventName> {
  file: SpoolFile
  raw: Raw<Name>
  at: number
}

/** An event, or the reason why there is none. */
function makeEvent(
  name: Exclude<EventName, 'PreToolUse'>,
  from: { file: SpoolFile; raw: unknown; at: number },
): CapturedEvent | string {
  const source = <Name extends EventName>() => from as Source<Name> // as: `raw` was parsed with the schema of `name`
  switch (name) {
    case 'PostToolUse':
      return toolEvent(source<'PostToolUse'>(), {
        output: json(source<'PostToolUse'>().raw.tool_response),
        failed: false,
      })
    case 'PostToolUseFailure':
      if (source<'PostToolUseFailure'>().raw.is_interrupt === true) return 'the tool was interrupted'
      return toolEvent(source<'PostToolUseFailure'>(), {
        output: json(source<'PostToolUseFailure'>().raw.error),
        failed: true,
      })
    case 'UserPromptSubmit':
      return promptEvent(source<'UserPromptSubmit'>())
    case 'Stop':
      return stopped(source<'Stop'>(), { text: source<'Stop'>().raw.last_assistant_message ?? '', failed: false })
    case 'StopFailure': {
      const { raw } = source<'StopFailure'>()
      return stopped(source<'StopFailure'>(), { text: raw.last_assistant_message ?? raw.error ?? '', failed: true })
    }
    case 'SessionStart':
      return lifecycle(source<'SessionStart'>(), 'session_started', startSource(source<'SessionStart'>().raw.source))
    case 'SessionEnd':
      return lifecycle(source<'SessionEnd'>(), 'session_ended', source<'SessionEnd'>().raw.reason ?? 'other')
    case 'PreCompact':
      return lifecycle(source<'PreCompact'>(), 'compacting', source<'PreCompact'>().raw.trigger ?? 'unknown')
    case 'SubagentStop': {
      const { raw } = source<'SubagentStop'>()
      // The host's own compaction runs as an agent without a type.
      if (!raw.agent_type) return "one of the host's internal agents"
      return lifecycle(source<'SubagentStop'>(), 'subagent_stopped', raw.last_assistant_message ?? '')
    }
  }
}

type CommonSource = { file: SpoolFile; raw: z.infer<typeof Common>; at: number }

function base({ file, raw, at }: CommonSource) {
  return {
    key: `e:${file.name}`,
    sessionId: raw.session_id,
    at,
    origin: 'hook' as const,
    ...(raw.prompt_id ? { promptId: raw.prompt_id } : {}),
    ...(raw.agent_id ? { agent: { id: raw.agent_id, type: raw.agent_type || 'subagent' } } : {}),
  }
}

function toolEvent(
  from: CommonSource & { raw: z.infer<typeof ToolUse> },
  outcome: { output: Json; failed: boolean },
): CapturedEvent {
  const id = from.raw.tool_use_id
  const common = base(from)
  return {
    ...common,
    kind: 'tool',
    host: 'claude-code',
    key: id ? `t:${id}` : common.key,
    tool: from.raw.tool_name,
    toolUseId: id ?? '',
    input: json(from.raw.tool_input),
    ...(from.raw.cwd ? { folder: from.raw.cwd } : {}),
    ...outcome,
  }
}

function promptEvent(from: Source<'UserPromptSubmit'>): CapturedEvent {
  const common = base(from)
  const text = humanText(from.raw.prompt)
  const machineMade = text === '' && from.raw.prompt.trim() !== ''
  const [report, ...more] = machineMade ? reportsIn(from.raw.prompt) : []
  // The transcript reports several at once: a hook is one event.
  if (report !== undefined && more.length === 0) return { ...common, kind: 'reported', ...report }
  const key = from.raw.prompt_id ? `p:${from.raw.prompt_id}` : common.key
  const words = machineMade ? { text: from.raw.prompt } : promptWords(text)
  return { ...common, kind: 'prompt', key, ...words, machineMade }
}

function stopped(from: CommonSource, end: { text: string; failed: boolean }): CapturedEvent {
  return { ...base(from), kind: 'stopped', ...end }
}

function lifecycle(from: CommonSource, kind: LifecycleEvent['kind'], text: string): CapturedEvent {
  return { ...base(from), kind, text }
}

const START_SOURCES: SessionStartSource[] = ['startup', 'resume', 'clear', 'compact', 'fork']

function startSource(source: string | null | undefined): SessionStartSource {
  return START_SOURCES.find((known) => known === source) ?? 'unknown'
}

function sessionFacts(file: SpoolFile, raw: z.infer<typeof Common>): SessionFacts {
  return {
    sessionId: raw.session_id,
    cwd: raw.cwd || file.projectDir || '',
    projectDir: file.projectDir,
    transcriptPath: raw.transcript_path || undefined,
    entrypoint: file.entrypoint,
  }
}

function eventName(file: SpoolFile): string {
  const said = file.payload.hook_event_name
  return file.event || (typeof said === 'string' ? said : '')
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(SCHEMAS, name)
}

/** Names fields only: values belong to the user. */
function problems(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'payload'} is missing or of the wrong type`).join('; ')
}

/** A payload comes from JSON.parse, so everything in it is JSON. */
function json(value: unknown): Json {
  return value === undefined ? null : (value as Json) // as: see above
}
