/** The six ways a secret comes to us, each as a whole event of the host, so that what is measured is what would be stored. */

import type { HostToolEvent } from '../../src/capture/captured-event.ts'
import { cleanEvent } from '../../src/capture/clean.ts'
import type { Json } from '../../src/memory/event.ts'
import type { Kind } from './kinds.ts'

export const CHANNELS = ['prompt', 'command', 'output', 'json', 'edit', 'config'] as const
export type Channel = (typeof CHANNELS)[number]

const nothing = () => false

/** What would be kept of one text in one channel. */
export function keptText(channel: Channel, text: string): string {
  switch (channel) {
    case 'prompt':
      return JSON.stringify(
        cleanEvent(
          { kind: 'prompt', key: 'p:1', sessionId: 's', at: 1, origin: 'hook', text, machineMade: false },
          nothing,
        ),
      )
    case 'command':
      return keptTool('Bash', { input: { command: text }, output: { stdout: 'ok' } })
    case 'output':
      return keptTool('Bash', { input: { command: 'make deploy' }, output: { stdout: text, stderr: '' } })
    case 'json':
      return keptTool('mcp__api__call', { input: jsonOf(text), output: null })
    case 'edit':
      return keptTool('Edit', { input: { file_path: '/p/src/a.ts', old_string: 'x', new_string: text }, output: null })
    case 'config':
      return keptTool('Read', { input: { file_path: '/p/.env' }, output: { file: { content: text } } })
  }
}

/** How a kind of secret stands in a channel. */
export function withSecret(channel: Channel, kind: Kind, value: string): string {
  const { variable, mark } = kind
  const label = variable.toLowerCase().replaceAll('_', ' ')
  const camel = variable.toLowerCase().replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())
  switch (channel) {
    case 'prompt':
      return mark ? `please try it with ${value} and tell me` : `the ${label} is ${value}`
    case 'command':
      return mark ? `acme login '${value}' --now` : `export ${variable}=${value} && npm start`
    case 'output':
      return mark ? `Created.\n\n    ${value}\n\nDone.` : `${variable}: ${value}\nREGION: eu`
    case 'json':
      return JSON.stringify({ options: { [mark ? 'text' : camel]: value, region: 'eu' } })
    case 'edit':
      return mark ? `const client = connect("${value}")\n` : `const ${camel} = "${value}"\n`
    case 'config':
      return mark ? `REGION=eu\nSETTING=${value}\nPORT=80\n` : `REGION=eu\n${variable}=${value}\nPORT=80\n`
  }
}

function keptTool(tool: string, { input, output }: { input: Json; output: Json }): string {
  const event: HostToolEvent = {
    ...{ kind: 'tool', key: 't:1', sessionId: 's', at: 1, origin: 'hook', toolUseId: '1' },
    ...{ host: 'claude-code', tool, input, output, failed: false },
  }
  const { input: keptInput, output: keptOutput } = cleanEvent(event, nothing)
  return JSON.stringify([keptInput, keptOutput])
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json // what JSON.parse gives
  } catch {
    return { body: text }
  }
}
