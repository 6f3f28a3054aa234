/**
 * `install --host NAME` and `uninstall --host NAME`: our MCP server in the configuration of a host that is not Claude Code.
 * Such a host gets the tools alone; it calls no hooks of ours.
 */

import type { Config } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { VERSION } from '../../version.ts'
import type { DataFolder } from '../../worker/client.ts'
import type { Terminal } from './command.ts'
import { renderDiff } from './setup/diff.ts'
import { carryOutEntry, type EntryPlan, findHostEntries, planEntry, planEntryRemoval } from './setup/host-entry.ts'
import type { McpHost } from './setup/mcp-host.ts'
import { describeRuntime, plannedCopies, putProgram, startedBy } from './setup/put-program.ts'

interface Place {
  config: Config
  folder: DataFolder
  terminal: Terminal
}

export function installForHost(host: McpHost, place: Place, by: { dryRun: boolean }): void {
  const { config, folder, terminal } = place
  // Reads what it will change: an unusable file stops us here, before the first step.
  const first = planEntry(host, { config, folder, server: startedBy(folder).server })
  if (by.dryRun) {
    const copies = plannedCopies(folder)
    terminal.line(terminal.bold('Nothing is touched. An install would write:'))
    for (const { what, to } of copies) terminal.line(`  ${to}  ${terminal.dim(what)}`)
    showChange(terminal, first, { host: host.name, copies })
    return
  }
  terminal.progress('Copying the program …')
  const { path, program, runtime } = putProgram(folder)
  const plan = planEntry(host, { config, folder, server: startedBy(folder, runtime.path).server })
  carryOutEntry(plan, folder)
  const changed = plan.before !== plan.after
  const outcome = changed || program !== 'unchanged' ? 'installed' : 'unchanged'
  const heading =
    outcome === 'installed'
      ? `claude-mem ${VERSION} is installed for ${host.title}.`
      : `claude-mem ${VERSION} is installed for ${host.title} already; nothing had to change.`
  terminal.line(terminal.bold(heading))
  terminal.line(`  program      ${path} (${program})`)
  terminal.line(`  runtime      ${describeRuntime(runtime)}`)
  terminal.line(`  tools        the server claude-mem is in ${plan.path}`)
  terminal.result(
    { outcome, version: VERSION, host: host.name, file: plan.path, changed, program, runtime, dataDir: config.dataDir },
    `${host.title} offers the tools after it is started again. It asks before each one, unless you allow them there.`,
  )
}

export function uninstallFromHost(host: McpHost, place: Place, by: { dryRun: boolean }): void {
  const { folder, terminal } = place
  const plan = planEntryRemoval(host, place)
  if (by.dryRun) {
    terminal.line(terminal.bold('Nothing is touched. An uninstall would change:'))
    showChange(terminal, plan, { host: host.name })
    return
  }
  carryOutEntry(plan, folder)
  const wasInstalled = plan.before !== plan.after
  const said = wasInstalled
    ? `claude-mem is taken out of ${host.title}: ${plan.path}`
    : `claude-mem was not installed for ${host.title}; there was nothing to take out.`
  terminal.result({ wasInstalled, host: host.name, file: plan.path }, said)
}

/** Entries that other hosts have, after the program moved. One that cannot be written is reported, not fatal. */
export function refreshOtherHosts(place: Place, runtime: string): string[] {
  const { server } = startedBy(place.folder, runtime)
  return eachKnown(place, (host) => planEntry(host, { ...place, server }))
}

/** With the program gone, their entries would point to nothing. */
export function removeFromOtherHosts(place: Place): string[] {
  return eachKnown(place, (host) => planEntryRemoval(host, place))
}

/** What `removeFromOtherHosts` would change; a file that cannot be edited would be left and reported. */
export function plannedRemovals(place: Place): EntryPlan[] {
  return findHostEntries(place.folder).flatMap(({ host }) => {
    try {
      return [planEntryRemoval(host, place)]
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      return []
    }
  })
}

/** Returns what went wrong. */
function eachKnown({ folder }: Place, planFor: (host: McpHost) => EntryPlan): string[] {
  return findHostEntries(folder).flatMap(({ host }) => {
    try {
      carryOutEntry(planFor(host), folder)
      return []
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      return [error.message]
    }
  })
}

function showChange(terminal: Terminal, { path, before, after }: EntryPlan, result: object): void {
  const diff = renderDiff(path, before, after)
  if (diff !== '') terminal.line(`\n${diff}`, { verbatim: true })
  terminal.result({ dryRun: true, ...result, changes: diff === '' ? [] : [{ path, diff }] }, '')
}
