/**
 * Claude Code as the `claude` provider sees it: the `stream-json` lines of client 2.1.325, recorded with the scripted
 * model, from a program that needs no download. It takes its plays from a folder that the test fills, so that a script
 * continues when the provider starts another child. Like the client it retries by itself, but without waiting.
 */
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Play } from '../../src/synthesis/providers/provider.contract.ts'

/** What the fake recorded for each prompt. */
export interface Heard {
  pid: number
  args: string[]
  env: Record<string, string | undefined>
  cwd: string
  text: string
}

export interface FakeClaude {
  executable: string
  /** Part of the environment the provider passes on. */
  env: Record<string, string>
  play: (...plays: Play[]) => void
  heard: () => Heard[]
}

/** `stubborn`: ignores SIGTERM. `armed`: has a tool although told not to. */
export interface FakeTraits {
  stubborn?: boolean
  armed?: boolean
  nobodyListens?: boolean
}

export function makeFakeClaude(folder: string, traits: FakeTraits = {}): FakeClaude {
  const plays = join(folder, 'plays')
  const executable = join(folder, 'claude')
  mkdirSync(plays, { recursive: true })
  writeFileSync(executable, `#!/bin/sh\nexec "${process.execPath}" "${fileURLToPath(import.meta.url)}" "$@"\n`)
  chmodSync(executable, 0o755)
  let played = 0
  return {
    executable,
    env: { FAKE_CLAUDE: folder, FAKE_CLAUDE_TRAITS: JSON.stringify(traits) },
    play(...more) {
      for (const play of more) {
        played += 1
        writeFileSync(join(plays, String(played).padStart(4, '0')), JSON.stringify(play))
      }
    },
    heard: () => readLines(join(folder, 'heard')).map((line) => JSON.parse(line) as Heard), // written below
  }
}

const USAGE = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 }
const NO_USAGE = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
const RETRIED = [408, 429]
const RESET: Play = { broken: 'reset' }

async function run(folder: string, traits: FakeTraits): Promise<void> {
  if (traits.stubborn) process.on('SIGTERM', () => {})
  const args = process.argv.slice(2)
  const model = args[args.indexOf('--model') + 1] ?? ''
  for await (const line of createInterface({ input: process.stdin })) {
    const { message } = JSON.parse(line) as { message: { content: { text: string }[] } } // the provider wrote it
    const text = message.content.map((block) => block.text).join('')
    const first = traits.nobodyListens ? RESET : takePlay(folder) // taken before the test can know that it was asked
    const heard: Heard = { pid: process.pid, args, env: process.env, cwd: process.cwd(), text }
    appendFileSync(join(folder, 'heard'), `${JSON.stringify(heard)}\n`)
    print({ type: 'system', subtype: 'init', model, tools: traits.armed ? ['Bash'] : [], mcp_servers: [] })
    await act(first, () => (traits.nobodyListens ? RESET : takePlay(folder)), model)
  }
}

async function act(first: Play, next: () => Play, model: string): Promise<void> {
  for (let tries = 1, play = first; ; tries += 1, play = next()) {
    const status = 'status' in play ? play.status : undefined
    const cut = 'broken' in play && (play.broken === 'reset' || play.broken === 'cut')
    const again = cut || (status !== undefined && (status >= 500 || RETRIED.includes(status)))
    if (!again) return answer(play, model)
    if (tries === 4) return fail(status, cut ? 'API Error: Connection dropped (ECONNRESET).' : `API Error: ${status}`)
    print({ type: 'system', subtype: 'api_retry', attempt: tries, max_retries: 3, error_status: status ?? null })
  }
}

async function answer(play: Play, model: string): Promise<void> {
  if ('status' in play) return fail(play.status, FAILURES[play.status] ?? `API Error: ${play.status} ${play.says}`)
  if ('broken' in play) {
    if (play.broken === 'hang') await new Promise(() => setInterval(() => {}, 60_000))
    if (play.broken === 'no_json') process.stdout.write('Segmentation fault\n', () => process.exit(139))
    else print({ type: 'result', subtype: 'success', is_error: false })
    return
  }
  await new Promise((resolve) => setTimeout(resolve, play.delayMs ?? 0))
  const usage = play.usage
    ? {
        input_tokens: play.usage.input,
        cache_creation_input_tokens: play.usage.cacheWrite,
        cache_read_input_tokens: play.usage.cacheRead,
        output_tokens: play.usage.output,
      }
    : USAGE
  const content = [{ type: 'text', text: play.text }]
  if (play.text !== '')
    print({ type: 'assistant', message: { role: 'assistant', model, content, usage: { ...usage, output_tokens: 1 } } })
  if (play.stop === 'limit' || play.stop === 'refusal' || play.text === '') {
    const refused = play.stop === 'refusal' ? { refused_message_id: 'msg_1' } : {}
    print({ type: 'user', message: { role: 'user', content: 'Go on.' }, isSynthetic: true, ...refused })
    await new Promise(() => setInterval(() => {}, 60_000)) // the extra call nobody asked for
  }
  print({ type: 'result', subtype: 'success', is_error: false, result: play.text, stop_reason: 'end_turn', usage })
}

/** The client's own messages. */
const FAILURES: Record<number, string> = {
  401: 'Invalid API key · Fix external API key',
  403: 'Failed to authenticate: OAuth token revoked. Please log in again or contact your administrator.',
  404: "There's an issue with the selected model (x). It may not exist or you may not have access to it.",
}

function fail(status: number | undefined, result: string): void {
  const more = { terminal_reason: 'api_error', stop_reason: 'stop_sequence', usage: NO_USAGE }
  print({ type: 'result', subtype: 'success', is_error: true, api_error_status: status ?? null, result, ...more })
}

function takePlay(folder: string): Play {
  const [next] = readdirSync(join(folder, 'plays')).sort()
  if (next === undefined) return { status: 400, says: 'the test played nothing more' }
  const taken = join(folder, `taken-${next}`)
  renameSync(join(folder, 'plays', next), taken)
  return JSON.parse(readFileSync(taken, 'utf8')) as Play // written by makeFakeClaude
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch {
    return [] // it has not been asked anything yet
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const folder = process.env.FAKE_CLAUDE
if (folder && process.argv[1] === fileURLToPath(import.meta.url))
  await run(folder, JSON.parse(process.env.FAKE_CLAUDE_TRAITS ?? '{}') as FakeTraits)
