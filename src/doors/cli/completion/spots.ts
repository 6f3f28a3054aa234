/** What can be typed where, as a flat list, as the three shells need it. */
import { type Entry, isGroup } from '../command.ts'
import type { LoadedSection } from '../help.ts'
import { COMMON_FLAGS } from '../parse-arguments.ts'
import type { Flags } from '../takes.ts'

export interface Spot {
  /** The names typed so far: `` at first, then `/notes`, then `/notes/search`. */
  at: string
  names: { name: string; doc: string }[]
  flags: { name: string; doc: string; takesValue: boolean; choices: readonly string[] }[]
  offersFiles: boolean
}

export function spotsOf(sections: LoadedSection[]): Spot[] {
  const entries = sections.flatMap((section) => section.entries)
  const commands = entries.map(({ name, entry }) => ({ name, doc: entry.summary }))
  const first: Spot = { at: '', names: commands, flags: flagsOf({}), offersFiles: false }
  return [first, ...entries.flatMap(({ name, entry }) => spotsWithin(`/${name}`, entry, commands))]
}

function spotsWithin(at: string, entry: Entry, commands: Spot['names']): Spot[] {
  if (isGroup(entry)) {
    const names = Object.entries(entry.parts).map(([name, part]) => ({ name, doc: part.summary }))
    const parts = Object.entries(entry.parts).flatMap(([name, part]) => spotsWithin(`${at}/${name}`, part, commands))
    return [{ at, names, flags: flagsOf({}), offersFiles: false }, ...parts]
  }
  const offers = Object.values(entry.args ?? {}).flatMap((one) => (one.offers === undefined ? [] : [one.offers]))
  const names = offers.flatMap((one) => {
    if (one === 'files') return []
    return one === 'commands' ? commands : one.map((name) => ({ name, doc: '' }))
  })
  return [{ at, names, flags: flagsOf(entry.flags ?? {}), offersFiles: offers.includes('files') }]
}

function flagsOf(flags: Flags): Spot['flags'] {
  return Object.entries({ ...flags, ...COMMON_FLAGS }).map(([name, flag]) => ({
    name: `--${name}`,
    doc: flag.doc,
    takesValue: flag.value !== undefined,
    choices: flag.value === undefined ? [] : (flag.choices ?? []),
  }))
}

/** Every flag with a value, of any command. */
export function valueFlags(spots: Spot[]): string[] {
  return [...new Set(spots.flatMap(({ flags }) => flags.filter((one) => one.takesValue).map(({ name }) => name)))]
}

/** For bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
