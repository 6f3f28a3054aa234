/** The hosts there are. A new one is a folder here and a line in this list. */
import type { HostName } from './captured-event.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import type { HookedHost, Host } from './host.ts'

export const HOSTS: readonly Host[] = [claudeCode]

/** Whose hooks fill the spool. A second such host would name itself in the header of its spool files. */
export const hookedHost: HookedHost = claudeCode

const BY_NAME = { 'claude-code': claudeCode } satisfies Record<HostName, Host>

export function hostOf({ host }: { host: HostName }): Host {
  return BY_NAME[host]
}
