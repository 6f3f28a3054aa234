/**
 * Removes claude-mem: restores the host's files, ends the worker, deletes the program. Memories stay unless told
 * otherwise.
 */
import { existsSync, rmSync } from 'node:fs'
import { parse } from 'node:path'
import { findProgram } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { defineCommand, type Invocation } from './command.ts'
import { printDiffs } from './install.ts'
import { plannedRemovals, removeFromOtherHosts, uninstallFromHost } from './other-hosts.ts'
import { askYesNo } from './setup/ask-person.ts'
import { recordPath } from './setup/claude-code/record.ts'
import { carryOutRemoval, planRemoval, type RemovalPlan } from './setup/claude-code/uninstall-host.ts'
import { renderDiff } from './setup/diff.ts'
import { findHostEntries } from './setup/host-entry.ts'
import { findMcpHost, MCP_HOST_NAMES } from './setup/mcp-hosts.ts'
import { stopWorker } from './stop.ts'
import { oneOf, toggle } from './takes.ts'

const FLAGS = {
  'dry-run': toggle('show what would be changed and removed; touch nothing'),
  'delete-data': toggle('also delete every memory, backup and log; this cannot be undone'),
  yes: toggle('do not ask before deleting'),
  host: oneOf(MCP_HOST_NAMES, 'take it out of this host alone; the program stays for the others'),
}
type UninstallInvocation = Invocation<typeof FLAGS>

const uninstall = defineCommand({
  summary: 'take claude-mem out of every host; memories stay unless told otherwise',
  about: ['The hosts’ files become what they were before the install.'],
  page: 'hosts.md',
  flags: FLAGS,
  exclusive: [['host', 'delete-data']],
  examples: ['uninstall --dry-run', 'uninstall --host cursor'],
  async run(invocation) {
    const { config, folder, flags } = invocation
    const host = findMcpHost(flags.host)
    if (host) return uninstallFromHost(host, invocation, { dryRun: flags['dry-run'] === true })
    if (flags['delete-data']) checkIsDataFolder(invocation)
    const plan = planRemoval({ config, folder, claude: findProgram('claude') })
    if (flags['dry-run']) return showPlan(invocation, plan)
    if (flags['delete-data'] && !(await isSure(invocation))) {
      throw new MemoryError('bad_input', 'Nothing was changed.', { hint: 'Without --delete-data the memories stay.' })
    }
    await takeOut(invocation, plan)
  },
})
export default uninstall

async function takeOut(invocation: UninstallInvocation, plan: RemovalPlan): Promise<void> {
  const { folder, flags, terminal } = invocation
  const wasInstalled = existsSync(folder.app) || plan.record !== undefined || plan.changes.length > 0
  const others = findHostEntries(folder).map(({ path }) => path)
  const notTaken = removeFromOtherHosts(invocation)
  const wrong = await carryOutRemoval(plan)
  // Before the worker: a hook of a running session must not start it again.
  rmSync(folder.launch, { force: true })
  const stopped = await stopWorker(folder)
  for (const path of [folder.app, recordPath(folder), folder.hosts, ...folder.starts])
    rmSync(path, { recursive: true, force: true })
  const deleted = flags['delete-data'] === true
  if (deleted) rmSync(folder.root, { recursive: true, force: true })

  for (const problem of wrong) terminal.line(`Claude Code said: ${problem}`)
  for (const problem of notTaken) terminal.line(problem)
  const heading = wasInstalled
    ? 'claude-mem is uninstalled.'
    : 'claude-mem was not installed; there was nothing to take out.'
  terminal.line(terminal.bold(heading))
  const hostFiles = [...plan.changes.map(({ path }) => path), ...others]
  if (hostFiles.length > 0) terminal.line(['It was taken out of:', ...hostFiles.map((path) => `  ${path}`)].join('\n'))
  const kept = existsSync(folder.root) ? `Your memories stay in ${folder.root}; a new install finds them again.` : ''
  const said = deleted ? `All memories in ${folder.root} are deleted.` : kept
  const problems = [...wrong, ...notTaken]
  terminal.result(
    { wasInstalled, hostFiles, workerStopped: stopped !== undefined, dataDeleted: deleted, problems },
    said,
  )
}

function showPlan(invocation: UninstallInvocation, plan: RemovalPlan): void {
  const { folder, flags, terminal } = invocation
  const removes = [folder.app, folder.launch, recordPath(folder)].filter((path) => existsSync(path))
  if (flags['delete-data']) removes.push(folder.root)
  const commands = plan.runs ? ['plugin uninstall claude-mem@claude-mem', 'plugin marketplace remove claude-mem'] : []
  // The host's own files may contain private things: only their names are shown.
  const shown = [plan.place.settings, plan.place.knownMarketplaces, plan.place.installedPlugins]
  const diffs = [...plan.changes, ...plannedRemovals(invocation)].map(({ path, before, after }) => ({
    path,
    diff: shown.includes(path)
      ? renderDiff(path, before, after)
      : `${after === undefined ? 'remove' : 'restore'} ${path}`,
  }))
  terminal.line(terminal.bold('Nothing is touched. An uninstall would stop the worker and remove:'))
  for (const path of removes) terminal.line(`  ${path}`)
  for (const command of commands) terminal.line(`and run: claude ${command}`)
  printDiffs(terminal, diffs)
  terminal.result({ dryRun: true, removes, commands, changes: diffs }, '')
}

async function isSure({ folder, flags, terminal }: UninstallInvocation): Promise<boolean> {
  if (flags.yes) return true
  if (!terminal.interactive || terminal.json) {
    throw new MemoryError('bad_input', 'Deleting all memories needs --yes where there is no terminal to ask at.')
  }
  return askYesNo(`Delete every memory, backup and log in ${folder.root}? This cannot be undone.`, { orElse: false })
}

/** The setting may point anywhere: a folder that is not clearly ours is never deleted as a whole. */
function checkIsDataFolder({ folder, config }: UninstallInvocation): void {
  const holdsHome = folder.root === parse(folder.root).root || `${config.home}/`.startsWith(`${folder.root}/`)
  const isOurs = existsSync(folder.token) || !existsSync(folder.root)
  if (isOurs && !holdsHome) return
  throw new MemoryError('forbidden', `${folder.root} does not look like a folder of ours alone. Nothing was changed.`, {
    hint: 'Uninstall without --delete-data, then delete the folder by hand.',
  })
}
