/**
 * Identifies a command wherever it was typed: `npm test` in packages/api and `cd packages/api && npm test` in the
 * project root are the same, `npm test` in the root is another.
 */
import { posix } from 'node:path'
import { relativePath } from '../memory/relative-path.ts'
import type { CommandRun } from './actions.ts'
import { normalCommand } from './command-shape.ts'

/** As it would be typed in the root; without a root, or outside it, with the full path of its folder. */
export function commandFromRoot(
  { command, folder }: Pick<CommandRun, 'command' | 'folder'>,
  root: string | undefined,
): string {
  const normal = normalCommand(command)
  const lead = LEAD.exec(normal)
  const place = placeOf(lead?.[2], folder)
  return typedIn(place, lead === null ? normal : normal.slice(lead[0].length), root)
}

/** The same for a command that already names its folder. */
export function underRoot(command: string, root: string | undefined): string {
  const lead = LEAD.exec(command)
  return lead === null ? command : typedIn(lead[2], command.slice(lead[0].length), root)
}

/** What is typed inside its folder. */
export function withoutFolder(command: string): string {
  return command.replace(LEAD, '')
}

const LEAD = /^cd (["']?)([^"'&;|]+?)\1 && /

function typedIn(place: string | undefined, command: string, root: string | undefined): string {
  if (place === undefined) return command
  const named = relativePath(place.replace(/[/\\]+$/, ''), root)
  const isRoot = named === '.' || named === '' || named === root?.replaceAll('\\', '/').replace(/\/+$/, '')
  return isRoot ? command : `cd ${named} && ${command}`
}

function placeOf(typed: string | undefined, folder: string | undefined): string | undefined {
  const from = folder?.replaceAll('\\', '/').replace(/\/+$/, '')
  if (typed === undefined || from === undefined) return typed ?? from
  if (/^(?:[/~]|[A-Za-z]:)/.test(typed)) return typed
  const step = posix.normalize(typed).replace(/\/+$/, '')
  // A hook reports after the call, when its `cd` has already moved the agent.
  return from.endsWith(`/${step}`) ? from : posix.join(from, step)
}
