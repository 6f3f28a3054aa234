/**
 * The whole path with a recorded session: the real hook script, a real worker, a temporary folder. Shows what the next
 * session would be told and a search that finds it, then removes everything.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchPath } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { oneLine } from '../../memory/one-line.ts'
import { indented } from '../../memory/safe-text.ts'
import { askWorker, type DataFolder, dataFolder, makeFolders, ownLaunch, writeWhole } from '../../worker/client.ts'
import { defineCommand, type Terminal } from './command.ts'
import { ownCommand } from './own-command.ts'
import { followRebuild } from './rebuild.ts'
import { renderFound } from './search.ts'
import { stopWorker } from './stop.ts'

interface Recording {
  hooks: { hook_event_name: string; [field: string]: unknown }[]
  transcript: { timestamp: string; [field: string]: unknown }[]
}

/** Hooks that wait for an answer, and how long. The same figures are in plugin/hooks/hooks.json. */
const LIMITS: Record<string, string> = { SessionStart: '2', UserPromptSubmit: '0.4' }

const demo = defineCommand({
  summary: 'see it work on a recorded session',
  about: ['Runs in a folder of its own that is deleted at the end. Your memories and settings are not touched.'],
  async run({ terminal }) {
    const place = mkdtempSync(join(tmpdir(), 'claude-mem-demo-'))
    const folder = dataFolder(join(place, 'data'))
    try {
      terminal.result(await play(place, folder, terminal), '')
    } finally {
      await stopWorker(folder)
      rmSync(place, { recursive: true, force: true })
    }
  },
})
export default demo

async function play(place: string, folder: DataFolder, terminal: Terminal) {
  const startedAt = performance.now()
  const project = join(place, 'ticket-shop')
  const transcript = join(place, 'transcript.jsonl')
  for (const path of [project, folder.root]) mkdirSync(path, { recursive: true })
  makeFolders(folder)
  const { runtime, script } = ownLaunch()
  writeWhole(folder.launch, `${runtime}\n${script}\n`)
  const recording = readRecording(project, transcript)
  const hook = (payload: Recording['hooks'][number]) => runHook({ payload, folder, project, place })

  terminal.line(terminal.bold('A recorded session, played through the real hooks:'))
  for (const payload of recording.hooks) {
    if (payload.hook_event_name === 'Stop') writeTranscript(transcript, recording)
    const { ms } = await hook(payload)
    terminal.line(
      `  ${payload.hook_event_name.padEnd(18)} ${terminal.dim(`${ms.toFixed(0).padStart(4)} ms`)}  ${describe(payload)}`,
    )
  }
  await askWorker(folder, 'POST /api/settle')
  await indexed(folder)

  const next = {
    hook_event_name: 'SessionStart',
    session_id: 'demo-next-session',
    source: 'startup',
    cwd: project,
    transcript_path: '',
  }
  const { stdout } = await hook(next)
  const { line, told } = answerOf(stdout)
  terminal.line(`\n${terminal.bold('What you see when the next session starts:')}\n  ${line}`)
  terminal.line(`\n${terminal.bold('What the agent is told:')}\n${indented(told)}`)

  const words = 'why was the discount applied twice'
  const query = { query: words, cwd: project, format: 'index', limit: 3 } as const
  const found = await askWorker(folder, 'GET /api/search', { query })
  const answer = renderFound(found, { words: [words], flags: {}, terminal })
  terminal.line(`\n${terminal.bold(`claude-mem search "${words}"`)}\n${answer.replace(/^/gm, '  ')}`)
  const seconds = (performance.now() - startedAt) / 1000
  terminal.line(
    `\n${terminal.dim(`${seconds.toFixed(1)} s, offline, no key. For your own sessions: ${ownCommand('install')}`)}`,
  )
  return { line, told, answer, found: found.results, seconds }
}

/**
 * A memory can be found by meaning a moment after it is stored; if the model is unusable, the demo continues with
 * words.
 */
function indexed(folder: DataFolder): Promise<unknown> {
  return followRebuild({
    status: () => askWorker(folder, 'GET /api/index'),
    pause: () => new Promise((resolve) => setTimeout(resolve, 50)),
    onProgress: () => {},
  }).catch(() => undefined)
}

function readRecording(project: string, transcript: string): Recording {
  const file = fileURLToPath(new URL('../demo/session.json', import.meta.url))
  const text = readFileSync(file, 'utf8').replaceAll('{{PROJECT}}', project).replaceAll('{{TRANSCRIPT}}', transcript)
  return JSON.parse(text) as Recording // ships with the program
}

/** As the host writes it, with the times of a session that ends now. */
function writeTranscript(path: string, { transcript }: Recording): void {
  const last = Date.parse(transcript.at(-1)?.timestamp ?? '')
  const shift = Date.now() - last
  const lines = transcript.map((line) => ({
    ...line,
    timestamp: new Date(Date.parse(line.timestamp) + shift).toISOString(),
  }))
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

function runHook(by: { payload: Recording['hooks'][number]; folder: DataFolder; project: string; place: string }) {
  const event = by.payload.hook_event_name
  const script = fileURLToPath(new URL('../plugin/hooks/hook.sh', import.meta.url))
  const limit = LIMITS[event]
  const startedAt = performance.now()
  return new Promise<{ stdout: string; ms: number }>((resolve, reject) => {
    const child = spawn('sh', [script, event, ...(limit ? [limit] : [])], {
      cwd: by.project,
      env: {
        PATH: searchPath(),
        // The worker prints times in the user's zone, whatever else of the environment it does not get.
        TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
        HOME: by.place,
        CLAUDE_MEM_DATA_DIR: by.folder.root,
        CLAUDE_MEM_WORKER_PORT: '0',
        CLAUDE_PROJECT_DIR: by.project,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.on('error', (cause) =>
      reject(new MemoryError('unavailable', 'The demo needs a POSIX shell (`sh`) on the PATH.', { cause })),
    )
    child.on('close', () => resolve({ stdout, ms: performance.now() - startedAt }))
    child.stdin.end(JSON.stringify(by.payload))
  })
}

/** What a session start prints: a line for the user, and what the agent is told. */
function answerOf(stdout: string): { line: string; told: string } {
  if (stdout === '') {
    throw new MemoryError('unavailable', 'The worker gave no answer to the session-start hook.', {
      hint: 'The hook needs `curl` on the PATH.',
    })
  }
  const answer = JSON.parse(stdout) as {
    systemMessage?: string
    hookSpecificOutput?: { additionalContext?: string }
  } // our own worker's
  return { line: answer.systemMessage ?? '', told: answer.hookSpecificOutput?.additionalContext ?? '' }
}

const LINE_CHARACTERS = 90

function describe(payload: Recording['hooks'][number]): string {
  const { hook_event_name: event, prompt, tool_name: tool, tool_input: input, last_assistant_message: last } = payload
  // Its time is the one-off start of the worker; unexplained, it would look like a slow hook.
  if (event === 'SessionStart') return 'starts the worker, which stays up for the hooks that follow'
  const detail = (input as { command?: string; file_path?: string } | undefined) ?? {} // recorded by ourselves
  const text = prompt ?? (tool ? `${tool} ${detail.command ?? detail.file_path?.split('/').slice(-2).join('/')}` : last)
  return oneLine(String(text ?? '').split('\n')[0] ?? '', LINE_CHARACTERS)
}
