/** docs/commands.md, generated from the command tables: `npm run docs` writes it and a test compares it. */
import { type Command, type Entry, isGroup } from './command.ts'
import type { LoadedSection } from './help.ts'
import { labelOf, usageOf, usageOfArgument } from './help-text.ts'

const HEAD = `# Commands

<!-- Made by \`npm run docs\` from the tables in src/doors/cli. Do not edit this page; edit those. -->

Every command takes \`--json\` (print the outcome as JSON, for programs) and \`--help\`. \`claude-mem help COMMAND\` shows the same
text. Unknown commands, mistyped options and extra arguments are refused.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 not found, 4 the worker cannot be reached, 5 not allowed, 6 the memory cannot be
opened.`

const FOOT = `## Hook commands

\`claude-mem context\`, \`new\`, \`read\`, \`save\` and \`summary\` are the hook commands for hosts without a POSIX shell. They read the
host's JSON on standard input, always exit 0 and print what the plugin's hook script prints.`

export function renderCommandPage(sections: LoadedSection[]): string {
  const parts = sections.flatMap(({ title, entries }) => [
    `## ${title}`,
    ...entries.flatMap(({ name, entry }) => renderEntry(entry, name, 3)),
  ])
  return `${[HEAD, ...parts, FOOT].join('\n\n')}\n`
}

function renderEntry(entry: Entry, path: string, level: number): string[] {
  const head = [`${'#'.repeat(level)} claude-mem ${path}`, sentence(entry.summary)]
  if (!isGroup(entry)) return [...head, ...renderCommand(entry, path)]
  const parts = Object.entries(entry.parts).flatMap(([name, part]) =>
    isGroup(part)
      ? [
          `${'#'.repeat(level + 1)} claude-mem ${path} ${name}`,
          `The same as [\`claude-mem ${name}\`](#claude-mem-${name}).`,
        ]
      : renderEntry(part, `${path} ${name}`, level + 1),
  )
  const standard =
    entry.standard === undefined ? [] : [`\`claude-mem ${path}\` alone is \`claude-mem ${path} ${entry.standard}\`.`]
  return [...head, ...aboutOf(entry), ...standard, ...parts]
}

function renderCommand(command: Command, path: string): string[] {
  const rows = [
    ...Object.values(command.args ?? {}).map((one) => [usageOfArgument(one), one.doc] as const),
    ...Object.entries(command.flags ?? {}).map(([name, flag]) => [labelOf(name, flag), flag.doc] as const),
  ]
  const table = rows.map(([name, doc]) => `| \`${cell(name)}\` | ${cell(doc)} |`)
  const examples = (command.examples ?? []).map((one) => `claude-mem ${one}`)
  return [
    `\`\`\`\n${usageOf(command, path)}\n\`\`\``,
    ...(table.length === 0 ? [] : [['| takes | |', '| --- | --- |', ...table].join('\n')]),
    ...aboutOf(command),
    ...(examples.length === 0 ? [] : [`For example:\n\n\`\`\`\n${examples.join('\n')}\n\`\`\``]),
  ]
}

function aboutOf({ about = [], page }: Pick<Entry, 'about' | 'page'>): string[] {
  return page === undefined ? about : [...about, `More: [${page.replace(/\.md.*/, '')}](${page}).`]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
