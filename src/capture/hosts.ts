/** The known hosts. A new one is a folder here and a line in this list. */
import type { HostName } from './captured-event.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import { fileHead } from './file-head.ts'
import type { HookedHost, Host } from './host.ts'

export const HOSTS: readonly Host[] = [claudeCode, codex]

/** Whose hooks fill the spool. A second such host would name itself in the header of its spool files. */
export const hookedHost: HookedHost = claudeCode

const BY_NAME = { 'claude-code': claudeCode, codex } satisfies Record<HostName, Host>

export function hostOf({ host }: { host: HostName }): Host {
  return BY_NAME[host]
}

/** The host of a transcript file, by how the file begins. */
export function findHostOf(path: string): Host | undefined {
  const head = fileHead(path)
  return HOSTS.find(({ transcripts }) => transcripts.isOne(head))
}
