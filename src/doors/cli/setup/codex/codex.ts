/**
 * Codex CLI: a table of its own for each server in its TOML file. Ours goes to the end of the file; one that stands there as
 * an inline table or in dotted names is somebody else's way of writing, and is left to them.
 */
import { join } from 'node:path'
import { namedTexts, textsOf } from '../json-servers.ts'
import { type McpHost, Uneditable } from '../mcp-host.ts'
import { SERVER } from '../mcp-server.ts'
import { readToml, type TomlStatement, tomlText } from './toml.ts'

const SERVERS = 'mcp_servers'

export const codex: McpHost = {
  name: 'codex',
  title: 'Codex CLI',
  configFile: ({ codexHome }) => join(codexHome, 'config.toml'),

  find(text) {
    const ours = entryOf(readToml(text))
    if (ours.length === 0) return undefined
    const given = (key: string) => ours.find(({ path }) => path.length === 3 && path[2] === key)?.value
    const command = given('command')
    const inTable = ours.filter(({ kind, path }) => kind === 'pair' && path.length === 4 && path[2] === 'env')
    const env = given('env') ?? Object.fromEntries(inTable.map(({ path, value = '' }) => [path[3], value]))
    return {
      command: typeof command === 'string' ? command : '',
      args: textsOf(given('args')),
      env: namedTexts(env),
    }
  },

  add(text, { command, args, env }) {
    const statements = readToml(text)
    // A table that was made by a value or by dotted names cannot be added to by a header everywhere.
    const closed = statements.some(({ kind, path }, at) => {
      const table = tableOf(statements, at)
      return (
        path[0] === SERVERS &&
        ((kind === 'pair' && table.length === 0) || (kind === 'list of tables' && path.length === 1))
      )
    })
    if (closed)
      throw new Uneditable(
        `has \`${SERVERS}\` as a value or in dotted names, which cannot be edited safely`,
        `Write the servers as tables, [${SERVERS}.NAME], then try again.`,
      )
    const variables = Object.entries(env).map(([key, value]) => `${tomlText(key)} = ${tomlText(value)}`)
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const lines = [
      `[${SERVERS}.${SERVER}]`,
      `command = ${tomlText(command)}`,
      `args = [${args.map(tomlText).join(', ')}]`,
      ...(variables.length > 0 ? [`env = { ${variables.join(', ')} }`] : []),
    ]
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
    return text + gap + lines.map((line) => line + eol).join('')
  },

  remove(text) {
    const statements = readToml(text)
    const ours = entryOf(statements)
    const spans = spansOf(statements, ours)
    let out = text
    for (const { start, end } of spans.toReversed()) {
      // With the empty line before it, so that none is left over.
      const blank = /(?:^|\n)(\r?\n)$/.exec(out.slice(0, start))?.[1]?.length ?? 0
      out = out.slice(0, start - blank) + out.slice(end)
    }
    return out
  },
}

function entryOf(statements: TomlStatement[]): TomlStatement[] {
  return statements.filter(({ path }) => path[0] === SERVERS && path[1] === SERVER)
}

/** From each header to the last line of its table; comments behind it belong to what follows. */
function spansOf(statements: TomlStatement[], ours: TomlStatement[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  for (const one of ours) {
    const last = spans.at(-1)
    if (one.kind === 'table') spans.push({ start: one.start, end: one.end })
    else if (last && one.kind === 'pair' && inOurTable(statements, one)) last.end = one.end
    else
      throw new Uneditable(
        `has \`${SERVER}\` written in a way that cannot be edited safely`,
        `Remove it from \`${SERVERS}\` by hand.`,
      )
  }
  return spans
}

function inOurTable(statements: TomlStatement[], one: TomlStatement): boolean {
  const table = tableOf(statements, statements.indexOf(one))
  return table[0] === SERVERS && table[1] === SERVER
}

/** The header under which a statement stands. */
function tableOf(statements: TomlStatement[], at: number): string[] {
  return statements.slice(0, at).findLast(({ kind }) => kind !== 'pair')?.path ?? []
}
