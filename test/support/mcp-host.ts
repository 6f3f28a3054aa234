/** The host's side of an MCP session: starts our server as a process on stdio and records all its messages. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { hookEnv } from './hook.ts'
import { type Place, PROJECT_ROOT } from './place.ts'

export const LAUNCHER = join(PROJECT_ROOT, 'plugin/scripts/mcp.sh')

interface Message {
  id?: number
  result?: { content?: { text: string }[]; isError?: boolean; tools?: unknown[] }
  error?: { code: number }
}

/** The client's side of the protocol, as CONTRACT §6 describes it. Must be closed: it is a process. */
export class McpHost {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (message: Message) => void>()
  #last = 0
  probe: Message = {}
  hello: Message = {}
  tools: unknown[] = []

  constructor(at: Place) {
    this.#child = spawn('sh', [LAUNCHER], { cwd: at.project, env: hookEnv(at) })
    let rest = ''
    this.#child.stdout.setEncoding('utf8')
    this.#child.stdout.on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const message = JSON.parse(line) as Message // every line of ours is one
        this.#waiting.get(message.id ?? -1)?.(message)
      }
    })
  }

  async open(): Promise<void> {
    this.probe = await this.#ask('server/discover', {})
    this.hello = await this.#ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    this.#write({ method: 'notifications/initialized' })
    this.tools = (await this.#ask('tools/list', {})).result?.tools ?? []
  }

  async call(name: string, args: object): Promise<string> {
    const { result } = await this.#ask('tools/call', { name, arguments: args })
    const text = result?.content?.map((part) => part.text).join('') ?? ''
    if (result?.isError) throw new Error(`${name}: ${text}`)
    return text
  }

  async callFailing(name: string, args: object): Promise<string> {
    const { result } = await this.#ask('tools/call', { name, arguments: args })
    expect(result?.isError, JSON.stringify(result)).toBe(true)
    return result?.content?.map((part) => part.text).join('') ?? ''
  }

  close(): void {
    this.#child.kill()
  }

  #ask(method: string, params: object): Promise<Message> {
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#write({ id, method, params })
    })
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}
