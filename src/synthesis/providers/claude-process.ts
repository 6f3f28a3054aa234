/**
 * One child process: the user's own Claude Code, as an observer without tools, settings, MCP servers, hooks or
 * transcript. It cannot outlive us: a shell between us watches a pipe that only we keep open. When the pipe closes,
 * because we closed it or were killed, the shell ends the child, by force after two seconds.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { type ClaudeLine, parseClaudeLine } from './claude-line.ts'

export interface ClaudeOptions {
  executable: string
  model: string
  /** Its own folder, away from any project's files. */
  cwd: string
  /** The child's whole environment, except what is added here. */
  env: Record<string, string>
  system: string
  maxOutputTokens: number
}

export interface Ended {
  code: number | undefined
  /** The end of what it wrote to stderr. */
  complaint: string
  cause?: Error
}

/** Must be ended. */
export class ClaudeProcess {
  /** Resolves, never rejects. */
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  #listener: (line: ClaudeLine | 'unreadable') => void = () => {}

  constructor(by: ClaudeOptions) {
    mkdirSync(by.cwd, { recursive: true, mode: 0o700 })
    this.#child = spawn('/bin/sh', ['-c', WATCHDOG, 'claude-mem-observer', by.executable, ...argumentsFor(by)], {
      cwd: by.cwd,
      env: { ...by.env, ...environmentFor(by) },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true, // its own process group
    })
    this.ended = this.#watch()
  }

  /** The child's process group. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  say(text: string, listener: (line: ClaudeLine | 'unreadable') => void): void {
    this.#listener = listener
    const message = { role: 'user', content: [{ type: 'text', text }] }
    // `client_composed`: no slash command, no @file, nothing in the text is an instruction to the client.
    const line = { type: 'user', message, parent_tool_use_id: null, session_id: '', client_composed: true }
    this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
  }

  /** Ignores further output. Resolves when the process has ended. */
  async end(): Promise<void> {
    this.#listener = () => {}
    this.#lifeline?.destroy()
    await this.ended
  }

  get #lifeline(): Writable | undefined {
    return this.#child.stdio[3] as Writable | undefined // the fourth pipe, asked for in the constructor
  }

  #watch(): Promise<Ended> {
    const child = this.#child
    let complaint = ''
    let rest = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#hear(line)
    })
    child.stdout?.on('end', () => {
      this.#hear(rest)
      this.#lifeline?.destroy() // the child is gone; the shell reaps it and ends too
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = `${complaint}${chunk}`.slice(-MAX_COMPLAINT_CHARACTERS)
    })
    // `exit` reports a broken pipe better.
    for (const pipe of [child.stdin, this.#lifeline]) pipe?.on('error', () => {})
    return new Promise((resolve) => {
      child.once('error', (cause) => resolve({ code: undefined, complaint, cause }))
      child.once('exit', (code, signal) => {
        if (signal !== null) this.#endGroup() // somebody killed the shell, not the child
        resolve({ code: code ?? undefined, complaint })
      })
    })
  }

  #hear(line: string): void {
    if (line === '') return
    const parsed = parseClaudeLine(line)
    if (parsed !== undefined) this.#listener(parsed)
  }

  #endGroup(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // the group was already empty
    }
  }
}

/** 2,000 characters: enough for an error of the argument parser, too little to fill a log. */
const MAX_COMPLAINT_CHARACTERS = 2000

/**
 * Descriptor 3 is the pipe that only we keep open. SIGTERM first, because the client then removes its entry from the
 * user's list of running sessions (measured: 0.1 s, also in the middle of a call). The shell keeps neither end of the
 * child's stdin and stdout, so that we see them close with the child; and it writes nothing once we are gone, because a
 * broken pipe would end it before it has cleaned up.
 */
const WATCHDOG = `
exec 4<&0 5>&1 </dev/null >/dev/null
"$@" <&4 >&5 3<&- 4<&- 5>&- &
child=$!
exec 4<&- 5>&-
read -r nothing <&3
exec 2>/dev/null
kill -TERM "$child"
{ sleep 2; kill -KILL "$child"; } &
wait "$child"
status=$?
trap '' TERM
kill -TERM 0
wait
exit "$status"
`

/** Verified one by one with the real client: test/client/checks/claude-provider.ts. */
function argumentsFor(by: ClaudeOptions): string[] {
  const settings = { disableAllHooks: true, autoMemoryEnabled: false }
  return [
    ...['--print', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
    ...['--model', by.model, '--system-prompt', by.system],
    ...['--tools', '', '--strict-mcp-config', '--disable-slash-commands', '--permission-mode', 'dontAsk'],
    ...['--setting-sources', '', '--settings', JSON.stringify(settings), '--no-session-persistence'],
  ]
}

function environmentFor(by: ClaudeOptions): Record<string, string> {
  return {
    CLAUDE_MEM_OBSERVER: '1', // keeps our hooks silent, should one ever run in it
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(by.maxOutputTokens),
    MAX_THINKING_TOKENS: '0', // else each call asks for 31,999 tokens of thinking
    CLAUDE_CODE_MAX_RETRIES: '3',
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1', // else one more call after the last retry, unannounced
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}
