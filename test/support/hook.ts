/** Runs the real hook script as the host does, and makes its payloads. */
import { type ChildProcess, spawn } from 'node:child_process'
import { HOOK_SCRIPT, type Place } from './place.ts'

/** Hooks that wait for an answer, and how long. The same figures are in plugin/hooks/hooks.json. */
export const LIMITS: Record<string, string> = {
  SessionStart: '2',
  UserPromptSubmit: '0.4',
  PreToolUse: '0.2',
  PostToolUseFailure: '0.2',
}

export interface HookRun {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface HookOptions {
  event: string
  payload: object | string | Buffer
  /** undefined: the event's own limit; null: none, as for `resume`. */
  limit?: string | null
  /** The third argument: the condition under which an answer is asked for. */
  when?: 'failed' | 'failing'
  /** The shell and its options. */
  shell?: string[]
  /** A copy of the hook, for a user who cannot see this folder. */
  script?: string
  path?: string
  env?: NodeJS.ProcessEnv
  onStart?: (child: ChildProcess) => void
  /** In its own process group, so that it can be killed with its children. */
  ownGroup?: boolean
}

export function runHook(place: Place, by: HookOptions): Promise<HookRun> {
  const [program = 'sh', ...options] = by.shell ?? ['sh']
  const limit = by.limit === undefined ? LIMITS[by.event] : by.limit
  const child = spawn(
    program,
    [...options, by.script ?? HOOK_SCRIPT, by.event, ...(limit ? [limit] : []), ...(by.when ? [by.when] : [])],
    {
      cwd: place.project,
      env: hookEnv(place, by),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: by.ownGroup ?? false,
    },
  )
  by.onStart?.(child)
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
    // A hook may end before it has read everything (paused, killed).
    child.stdin.on('error', () => {})
    const { payload } = by
    child.stdin.end(typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload))
  })
}

export function hookEnv(place: Place, by: { path?: string; env?: NodeJS.ProcessEnv } = {}): NodeJS.ProcessEnv {
  return {
    PATH: by.path ?? process.env.PATH,
    HOME: place.root,
    CLAUDE_MEM_DATA_DIR: place.data.root,
    CLAUDE_MEM_WORKER_PORT: '0',
    CLAUDE_PROJECT_DIR: place.project,
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    ...by.env,
  }
}

interface SessionPart {
  sessionId: string
  transcript?: string
}

export function common(place: Place, event: string, { sessionId, transcript }: SessionPart) {
  return {
    session_id: sessionId,
    transcript_path: transcript ?? `${place.transcripts}/${sessionId}.jsonl`,
    cwd: place.project,
    hook_event_name: event,
  }
}

/** A Bash call with enough text to be stored. */
export function bashUse(place: Place, by: SessionPart & { id: string; command?: string; stdout?: string }) {
  return {
    ...common(place, 'PostToolUse', by),
    tool_name: 'Bash',
    tool_use_id: by.id,
    tool_input: {
      command: by.command ?? `make target-${by.id}`,
      description: 'Builds one of the targets of the project',
    },
    tool_response: {
      stdout: by.stdout ?? `target ${by.id} was built without a warning`,
      stderr: '',
      interrupted: false,
    },
  }
}

export function sessionStart(place: Place, sessionId: string, source = 'startup') {
  return { ...common(place, 'SessionStart', { sessionId }), source }
}

export function prompt(place: Place, by: SessionPart & { text: string; promptId: string }) {
  return { ...common(place, 'UserPromptSubmit', by), prompt: by.text, prompt_id: by.promptId }
}
