/** Help pages, generated from the command tables. */
import { type Command, type Entry, type Group, isGroup } from './command.ts'
import type { Argument, Flag } from './takes.ts'
import { wrapLine } from './wrap.ts'

/** With more flags than this, they appear only in the list below the usage line. */
const MAX_SHOWN_FLAGS = 3

/** `claude-mem show ID …`. */
export function usageOf(command: Command, path: string): string {
  const args = Object.values(command.args ?? {}).map(usageOfArgument)
  return ['claude-mem', path, ...args, ...usageOfFlags(command)].join(' ')
}

function usageOfFlags({ flags = {}, exclusive = [] }: Command): string[] {
  const names = Object.keys(flags)
  if (names.length > MAX_SHOWN_FLAGS) return ['[options]']
  const single = names.filter((name) => !exclusive.some((group) => group.includes(name)))
  return [...exclusive, ...single.map((name) => [name])].map(
    (group) => `[${group.map((name) => labelOf(name, flags[name])).join(' | ')}]`,
  )
}

export function usageOfArgument({ label, required, many }: Argument): string {
  const text = many ? `${label} …` : label
  return required ? text : `[${text}]`
}

/** `--limit N`. */
export function labelOf(name: string, flag: Flag | undefined): string {
  return flag?.value === undefined ? `--${name}` : `--${name} ${flag.value}`
}

/** Every usage line of an entry, one per part. */
export function usagesOf(entry: Entry, path: string): { path: string; usage: string; command: Command }[] {
  if (!isGroup(entry)) return [{ path, usage: usageOf(entry, path), command: entry }]
  return Object.entries(entry.parts).flatMap(([name, part]) => usagesOf(part, `${path} ${name}`))
}

export function renderHelp(entry: Entry, by: { path: string; width: number }): string {
  const head = `claude-mem ${by.path}: ${entry.summary}`
  return [head, ...(isGroup(entry) ? groupBlocks(entry, by) : commandBlocks(entry, by))].join('\n\n')
}

function commandBlocks(command: Command, by: { path: string; width: number }): string[] {
  const args = Object.values(command.args ?? {}).map((one) => [usageOfArgument(one), one.doc] as const)
  const flags = Object.entries(command.flags ?? {}).map(([name, flag]) => [labelOf(name, flag), flag.doc] as const)
  return [
    `Usage: ${usageOf(command, by.path)}`,
    ...(args.length + flags.length === 0 ? [] : [renderRows([...args, ...flags], by)]),
    ...paragraphs(command.about, by),
    ...(command.examples ? [`Examples:\n${command.examples.map((one) => `  claude-mem ${one}`).join('\n')}`] : []),
  ]
}

function groupBlocks(group: Group, by: { path: string; width: number }): string[] {
  const rows = Object.entries(group.parts).map(([name, part]) => {
    const usage = isGroup(part) ? `claude-mem ${by.path} ${name} …` : usageOf(part, `${by.path} ${name}`)
    const isStandard = name === group.standard
    return `  ${usage}\n${wrapLine(`      ${part.summary}${isStandard ? ` (also without \`${name}\`)` : ''}`, by).join('\n')}`
  })
  return [
    rows.join('\n'),
    ...paragraphs(group.about, by),
    `\`claude-mem ${by.path} ${Object.keys(group.parts)[0]} --help\` says more about one of them.`,
  ]
}

function paragraphs(about: string[] = [], by: { width: number }): string[] {
  return about.map((text) => wrapLine(text, by).join('\n'))
}

/** A name longer than this has its text on the next line. */
const WIDEST_NAME = 28

/** Two columns: a name and what it is. */
export function renderRows(rows: (readonly [string, string])[], by: { width: number }): string {
  const lengths = rows.map(([name]) => name.length).filter((length) => length <= WIDEST_NAME)
  const column = Math.max(...lengths, 0) + 4
  return rows
    .flatMap(([name, doc]) => {
      const isWide = name.length > WIDEST_NAME
      const lines = wrapLine(`${isWide ? ' '.repeat(column) : `  ${name}`.padEnd(column)}${doc}`, {
        ...by,
        hanging: column,
      })
      return isWide ? [`  ${name}`, ...lines] : lines
    })
    .join('\n')
}
