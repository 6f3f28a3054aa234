/** Adapters for hosts that keep their servers in an object of a JSON file. Comments and trailing commas stay. */
import type { JSONPath } from 'jsonc-parser'
import { addProperty, asObject, type JsonObject, parseJsonc, removeValue } from './jsonc.ts'
import { type McpHost, Uneditable } from './mcp-host.ts'
import { type HostedServer, SERVER } from './mcp-server.ts'

export interface JsonForm {
  /** Where the servers stand in this file. */
  servers(root: JsonObject): string[]
  write(server: HostedServer): JsonObject
  read(entry: JsonObject): HostedServer
}

export function editJson({ servers, write, read }: JsonForm): Pick<McpHost, 'find' | 'add' | 'remove'> {
  const place = (text: string) => {
    const root = parseJsonc(text)
    if (!root) throw new Uneditable('is not valid JSON', 'Repair the file, then try again.')
    const path = servers(root)
    for (const [at, key] of path.entries()) {
      const value = valueAt(root, path.slice(0, at + 1))
      if (value !== undefined && !asObject(value))
        throw new Uneditable(`has something else than an object in \`${key}\``, 'Repair the file, then try again.')
    }
    return { path, found: asObject(valueAt(root, path)) }
  }
  return {
    find(text) {
      const entry = place(text).found?.[SERVER]
      if (entry === undefined) return undefined
      return read(asObject(entry) ?? {})
    },
    add: (text, server) => addProperty(text, [...place(text).path, SERVER], write(server)),
    remove(text) {
      const { path } = place(text)
      let out = removeValue(text, [...path, SERVER])
      // An object that is empty now was only there for us.
      for (let at: JSONPath = path; at.length > 0; at = at.slice(0, -1)) {
        const left = asObject(valueAt(parseJsonc(out) ?? {}, at as string[])) // the path is of names alone
        if (!left || Object.keys(left).length > 0) break
        out = removeValue(out, at)
      }
      return out
    },
  }
}

/** `{ command, args, env }`, the form most hosts share. */
export const usualForm = {
  write: ({ command, args, env }: HostedServer): JsonObject => ({
    command,
    args,
    ...(Object.keys(env).length > 0 ? { env } : {}),
  }),
  read: ({ command, args, env }: JsonObject): HostedServer => ({
    command: textOf(command),
    args: textsOf(args),
    env: namedTexts(env),
  }),
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}

export function namedTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(asObject(value) ?? {}).map(([key, one]) => [key, textOf(one)]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function valueAt(root: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => asObject(value)?.[key], root)
}
