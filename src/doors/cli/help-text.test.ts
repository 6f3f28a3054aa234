import { describe, expect, it } from 'vitest'
import { defineCommand, isGroup } from './command.ts'
import { CATALOGUE } from './commands.ts'
import { loadAll } from './help.ts'
import { renderHelp, usagesOf } from './help-text.ts'
import { findEntry, getCommand, parseArguments } from './parse-arguments.ts'
import { required, text, toggle } from './takes.ts'

const entries = (await loadAll(CATALOGUE)).flatMap((section) => section.entries)
const commands = entries.flatMap(({ name, entry }) => usagesOf(entry, name))

describe('a help page', () => {
  it('is its table: usage, arguments, flags, paragraphs, examples', () => {
    const command = defineCommand({
      summary: 'show a file',
      about: ['A paragraph that is too long for its line.'],
      args: { file: required('FILE', 'which') },
      flags: { lines: text('N', 'how many'), yes: toggle('do not ask'), no: toggle('never') },
      exclusive: [['yes', 'no']],
      examples: ['show a.ts'],
      run: async () => {},
    })
    expect(renderHelp(command, { path: 'show', width: 30 })).toBe(
      `claude-mem show: show a file

Usage: claude-mem show FILE [--yes | --no] [--lines N]

  FILE       which
  --lines N  how many
  --yes      do not ask
  --no       never

A paragraph that is too long
for its line.

Examples:
  claude-mem show a.ts`,
    )
  })

  it.each(entries)('of $name fits 80 columns, but for usage lines and examples', ({ name, entry }) => {
    const lines = renderHelp(entry, { path: name, width: 80 }).split('\n')
    const prose = lines.filter((line) => !/^(Usage: | {2})?claude-mem /.test(line))
    expect(prose.filter((line) => line.length > 80)).toEqual([])
  })
})

describe('every command', () => {
  it.each(commands)('$path has a summary and docs that read on from it', ({ command }) => {
    const docs = [...Object.values(command.args ?? {}), ...Object.values(command.flags ?? {})].map(({ doc }) => doc)
    for (const line of [command.summary, ...docs]) expect(line).toMatch(/^[^A-Z].*[^.]$/)
  })

  it.each(commands.flatMap(({ path, command }) => (command.examples ?? []).map((example) => ({ path, example }))))(
    'takes its own example: $example',
    ({ path, example }) => {
      const typed =
        example
          .replace(/ > .*/, '')
          .match(/"[^"]*"|\S+/g)
          ?.map((word) => word.replaceAll('"', '')) ?? []
      const [name = '', ...rest] = typed
      const entry = entries.find((one) => one.name === name)?.entry
      expect(entry).toBeDefined()
      if (!entry) return
      const found = getCommand(findEntry({ entry, path: name, rest }))
      expect(found.path.startsWith(path) || isGroup(entry)).toBe(true)
      expect(() => parseArguments(found)).not.toThrow()
    },
  )
})
