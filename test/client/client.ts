/** One run of the real client in print mode: what it said to the model, and what it reports of our hooks. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { type RecordedRequest, type Script, startModel } from './scripted-model.ts'
import type { HookReport, Place } from './stage.ts'

export interface RunOptions {
  script: Script
  args?: string[]
  env?: Record<string, string>
  /** The name the client knows the model's machine by. */
  modelHost?: string
  /** Takes the plugin as it was installed into the client's own folder. */
  installed?: boolean
  /** A turn that ends with an API error makes the client's exit status 1. */
  mayFail?: boolean
}

export interface Run {
  sessionId: string
  requests: RecordedRequest[]
  hooks: HookReport[]
}

/** A client that stays open for more prompts. */
export interface Conversation {
  say: (prompt: string) => Promise<void>
  end: () => Promise<Run>
}

/** Longer than any run takes on a busy machine. */
const RUN_WITHIN_MS = 60_000
const TOOLS = 'Bash,Edit,Read,Write,Agent'

export async function runClient(place: Place, by: RunOptions & { prompt: string }): Promise<Run> {
  const client = await startClient(place, by, [by.prompt])
  client.child.stdin.end()
  return client.ended
}

export async function openConversation(place: Place, by: RunOptions): Promise<Conversation> {
  const { child, ended, nextResult } = await startClient(place, by, ['--input-format', 'stream-json'])
  return {
    async say(prompt) {
      const answered = nextResult()
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`)
      await Promise.race([answered, ended])
    },
    end() {
      child.stdin.end()
      return ended
    },
  }
}

/** The requests that hold a text. */
export function findText(requests: RecordedRequest[], text: string): RecordedRequest[] {
  return requests.filter((request) => request.text.includes(text))
}

async function startClient(place: Place, by: RunOptions, promptArgs: string[]) {
  const model = await startModel(by.script)
  const plugin = by.installed ? [] : ['--plugin-dir', place.stage.plugin]
  const args = ['-p', ...promptArgs, ...plugin, '--allowedTools', TOOLS, ...(by.args ?? [])]
  args.push('--output-format', 'stream-json', '--verbose', '--include-hook-events')
  const baseUrl = `http://${by.modelHost ?? '127.0.0.1'}:${model.port}`
  const env = { ...place.env, ANTHROPIC_BASE_URL: baseUrl, ...by.env }
  const child = spawn(place.stage.clientBinary, args, { cwd: place.project, env })
  place.stage.watch(child)
  const run: Run = { sessionId: '', requests: model.requests, hooks: [] }
  const waiting: (() => void)[] = []

  onLines(child, (line) => {
    if (line.type === 'system' && line.session_id) run.sessionId = line.session_id
    if (line.subtype === 'hook_response') run.hooks.push(toReport(place, line))
    if (line.type === 'result') for (const answered of waiting.splice(0)) answered()
  })
  const ended = waitForEnd(child).then(async ({ code, stderr }) => {
    await model.close()
    place.requests.push(...run.requests)
    place.stage.hooks.push(...run.hooks)
    if (stderr !== '') place.stage.clientErrors.push(`${place.name}: ${stderr}`)
    if (code !== 0 && !by.mayFail) throw new Error(`the client ended with ${code}: ${stderr}`)
    return run
  })
  ended.catch(() => undefined) // whoever awaits `ended` gets the error; until then it is not unhandled
  return { child, ended, nextResult: () => new Promise<void>((resolve) => waiting.push(resolve)) }
}

/** What the client prints, as far as we read it. */
interface StreamLine {
  type: string
  subtype?: string
  session_id?: string
  hook_event?: string
  hook_name?: string
  stdout?: string
  stderr?: string
  exit_code?: number
}

function toReport(place: Place, line: StreamLine): HookReport {
  const { hook_event = '', hook_name = '', stdout = '', stderr = '', exit_code = -1 } = line
  return { place: place.name, event: hook_event, name: hook_name, stdout, stderr, exitCode: exit_code }
}

function onLines(child: ChildProcessWithoutNullStreams, each: (line: StreamLine) => void): void {
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{')) each(JSON.parse(line) as StreamLine) // the client's own format
  })
}

function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<{ code: number | string; stderr: string }> {
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {}) // it ended before it read everything; its status says why
  const timer = setTimeout(() => child.kill('SIGTERM'), RUN_WITHIN_MS)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: code ?? signal ?? 'no status', stderr })
    })
  })
}
