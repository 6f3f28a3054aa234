/**
 * Sets claude-mem up for Claude Code: puts the program and a runtime in a permanent place, registers with the host,
 * starts the worker and checks it. Every step can be repeated; a second install is an upgrade, or reports that nothing
 * was to do.
 */

import { join } from 'node:path'
import { hookedHost } from '../../capture/hosts.ts'
import type { FoundTranscript } from '../../capture/transcript.ts'
import { apiKey, findProgram } from '../../config.ts'
import { countOf } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { factsOf, PROVIDER_NAMES, type ProviderName } from '../../memory/model-provider.ts'
import { VERSION } from '../../version.ts'
import { askWorker, type DataFolder, findWorker, readSettings } from '../../worker/client.ts'
import type { ImportProgress } from '../../worker/protocol.ts'
import { defineCommand, type Invocation, type Terminal } from './command.ts'
import { importTranscripts, renderDone } from './import/transcripts.ts'
import { installForHost, refreshOtherHosts } from './other-hosts.ts'
import { commandForPath } from './own-command.ts'
import { changeProvider } from './provider-settings.ts'
import { askYesNo, openQuestions, type Questions } from './setup/ask-person.ts'
import { type Change, carryOut, type HostPlan, planHost } from './setup/claude-code/install-host.ts'
import { CHANGING_TOOLS } from './setup/claude-code/tool-rules.ts'
import { renderDiff } from './setup/diff.ts'
import { findMcpHost, SETUP_HOSTS } from './setup/mcp-hosts.ts'
import { chooseProvider, describeProvider, parseProvider } from './setup/provider-question.ts'
import { describeRuntime, megabytes, PACKAGE_ROOT, plannedCopies, putProgram, startedBy } from './setup/put-program.ts'
import { stopWorker } from './stop.ts'
import { oneOf, text, toggle } from './takes.ts'

const FLAGS = {
  'dry-run': toggle('show what would be copied and changed; touch nothing and ask nothing'),
  provider: {
    ...text('NAME', `who words the memories: ${PROVIDER_NAMES.join(', ')}; without it you are asked once`, {
      choices: PROVIDER_NAMES,
    }),
    read: parseProvider,
  },
  import: toggle('also read the sessions of the past, without asking'),
  'no-import': toggle('do not read them and do not ask'),
  host: oneOf(SETUP_HOSTS, 'for another host than Claude Code: only the MCP tools, in its own configuration'),
  'no-plugin': toggle('write hooks into settings.json even where `claude` could install the plugin'),
}
type InstallInvocation = Invocation<typeof FLAGS>

const install = defineCommand({
  summary: 'set claude-mem up for Claude Code, or for another host',
  about: [
    'Can be repeated: it repairs or upgrades what is there. `claude-mem uninstall` takes it out again.',
    'With --host, the server is added to that host’s configuration file, and nothing else in it changes.',
  ],
  page: 'hosts.md',
  flags: FLAGS,
  exclusive: [['import', 'no-import']],
  examples: ['install --dry-run', 'install --provider claude --import', 'install --host cursor'],
  async run(invocation) {
    const { flags } = invocation
    const host = findMcpHost(flags.host)
    if (host) {
      checkFlags(invocation)
      return installForHost(host, invocation, { dryRun: flags['dry-run'] === true })
    }
    // Reads everything it will change: an unusable settings file stops us here, before the first step.
    if (flags.provider) readSettings(invocation.folder)
    const plan = planFor(invocation)
    if (flags['dry-run']) return showPlan(invocation, plan)
    await setUp(invocation, plan)
  },
})
export default install

/** What they set up is Claude Code's. */
function checkFlags({ flags }: InstallInvocation): void {
  const name = (['provider', 'import', 'no-import', 'no-plugin'] as const).find((one) => flags[one] !== undefined)
  if (name === undefined) return
  throw new MemoryError('bad_input', `--${name} is for Claude Code; it cannot be given with --host ${flags.host}.`, {
    hint: `Leave it out: claude-mem install --host ${flags.host}`,
  })
}

function planFor({ config, folder, flags }: InstallInvocation, runtime?: string): HostPlan {
  const hooks = startedBy(folder, runtime)
  const claude = findProgram('claude')
  return planHost({
    config,
    folder,
    version: VERSION,
    claude,
    noPlugin: flags['no-plugin'] === true,
    hooks: hooks.settings,
    server: hooks.server,
    skillSource: join(PACKAGE_ROOT, 'plugin/skills/mem-search'),
  })
}

async function setUp(invocation: InstallInvocation, first: HostPlan): Promise<void> {
  const { config, folder, terminal } = invocation
  terminal.progress('Copying the program …')
  const { path: programPath, program, runtime, moved } = putProgram(folder)

  terminal.progress('Telling Claude Code …')
  const plan = planFor(invocation, runtime.path)
  const changed = await carryOut(plan, folder)
  for (const problem of refreshOtherHosts(invocation, runtime.path)) terminal.line(problem)

  const provider = await setProvider(invocation)
  terminal.progress('Starting the worker …')
  const restarted = (moved || program !== 'unchanged' || provider.set) && (await stopWorker(folder)) !== undefined
  const wasRunning = findWorker(folder) !== undefined
  const status = await askWorker(folder, 'GET /api/status')

  const before = first.earlier?.version
  const upToDate = before === VERSION && program === 'unchanged' && !moved && changed.length === 0 && !provider.set
  const outcome = upToDate
    ? 'unchanged'
    : before === undefined
      ? 'installed'
      : before === VERSION
        ? 'repaired'
        : 'upgraded'
  const heading = {
    unchanged: `claude-mem ${VERSION} is installed already; nothing had to change.`,
    installed: `claude-mem ${VERSION} is installed.`,
    repaired: `claude-mem ${VERSION} was installed already; it is up to date again.`,
    upgraded: `claude-mem is now ${VERSION}; it was ${before}.`,
  }[outcome]
  terminal.line(terminal.bold(heading))
  terminal.line(`  program      ${programPath} (${program})`)
  terminal.line(`  runtime      ${describeRuntime(runtime)}`)
  terminal.line(`  Claude Code  ${describeHost(plan, changed)}`)
  terminal.line(
    `  allowed      ${plan.record.rules.length} tools that only read; ${new Intl.ListFormat('en-GB').format(CHANGING_TOOLS)} still ask`,
  )
  const state = restarted ? 'restarted' : wasRunning ? 'running' : 'started'
  terminal.line(`  worker       ${state} and answering at http://127.0.0.1:${status.port} (pid ${status.pid})`)
  terminal.line(`  provider     ${describeProvider(provider.name)}`)
  if (provider.missing) terminal.line(`               ${provider.missing}`)
  if (plan.route === 'settings') {
    const { state, skill } = plan.place
    terminal.line(`  tools        the server claude-mem is in ${state}`)
    terminal.line(
      `  skill        ${plan.foreignSkill ? `left out: there is one of that name already, in` : 'in'} ${skill}`,
    )
  }
  const forPath = commandForPath()
  if (forPath) terminal.line(`  command      to have claude-mem on your PATH: ${forPath}`)
  if (plan.disabled) terminal.line('  The plugin is switched off: claude plugin enable claude-mem@claude-mem')

  const imported = await offerImport(invocation, { isFirst: first.earlier === undefined })
  if (!terminal.json)
    return terminal.result({}, outcome === 'installed' ? 'New sessions of Claude Code remember from now on.' : '')
  terminal.result(
    {
      outcome,
      version: VERSION,
      program,
      runtime,
      route: plan.route,
      hostFiles: changed,
      rules: plan.record.rules,
      provider: provider.name,
      worker: { port: status.port, pid: status.pid, version: status.version },
      imported,
      dataDir: config.dataDir,
    },
    '',
  )
}

/** `missing`: what it needs before it can be used. */
async function setProvider({ config, folder, flags, terminal }: InstallInvocation) {
  const answered = config.PROVIDER !== 'local' || hasAnswered(folder)
  let questions: Questions | undefined // opened only for a question: otherwise the input is not ours to read
  const { name, set } = await chooseProvider({
    named: flags.provider,
    known: answered ? config.PROVIDER : undefined,
    budget: config.DAILY_TOKEN_BUDGET,
    terminal,
    ask: (question) => {
      questions ??= openQuestions()
      return questions.ask(question)
    },
  }).finally(() => questions?.close())
  if (set) changeProvider(folder, { provider: name })
  // A key belongs to the provider it was set for.
  const key = apiKey({ ...config, PROVIDER: name, API_KEY: name === config.PROVIDER ? config.API_KEY : '' })
  return { name, set, missing: missingFor(name, { key, claude: config.CLAUDE_PATH || findProgram('claude') }) }
}

/** An unreadable settings file belongs to the user: `status` reports it, and nothing is added to it. */
function hasAnswered(folder: DataFolder): boolean {
  try {
    return 'CLAUDE_MEM_PROVIDER' in readSettings(folder)
  } catch {
    return true
  }
}

function missingFor(
  name: ProviderName,
  by: { key: string | undefined; claude: string | undefined },
): string | undefined {
  if (name === 'claude' && !by.claude)
    return 'The program `claude` is not on the PATH; until it is, memories keep their local wording.'
  return by.key ? undefined : factsOf(name).withoutKey
}

function describeHost({ route, runs, place }: HostPlan, changed: string[]): string {
  if (route === 'settings') {
    return changed.includes(place.settings) ? `hooks written to ${place.settings}` : `hooks are in ${place.settings}`
  }
  return runs ? 'plugin claude-mem@claude-mem installed' : 'plugin claude-mem@claude-mem was there'
}

/** Import speed for the estimate. 20 MB/s: half of what parsing alone takes; to be measured on real transcripts. */
const IMPORT_BYTES_PER_SECOND = 20e6

/** Old sessions are imported only on request: a flag, or a person at the terminal. */
async function offerImport(
  { config, folder, flags, terminal }: InstallInvocation,
  by: { isFirst: boolean },
): Promise<ImportProgress | undefined> {
  if (flags['no-import'] || (!by.isFirst && !flags.import)) return undefined
  const found = await hookedHost.transcripts.find(config.hostConfigDir)
  if (found.length === 0) return undefined
  terminal.line(`\nFound ${describeTranscripts(found)}`)
  const now =
    flags.import || (terminal.interactive && !terminal.json && (await askYesNo('Read them now?', { orElse: true })))
  if (!now) {
    terminal.line('To read them: claude-mem import transcripts')
    return undefined
  }
  const done = await importTranscripts(
    folder,
    { path: config.hostConfigDir },
    ({ filesDone, filesTotal, observations }) =>
      terminal.progress(`${filesDone}/${filesTotal} sessions, ${countOf(observations, 'observation')}`),
  )
  terminal.line(renderDone(done))
  return done
}

function describeTranscripts(found: FoundTranscript[]): string {
  const bytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const seconds = Math.max(1, Math.ceil(bytes / IMPORT_BYTES_PER_SECOND))
  const time = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  return `${countOf(found.length, 'transcript')} of earlier sessions (${megabytes(bytes)}). Reading takes about ${time}, offline.`
}

async function showPlan({ config, folder, flags, terminal }: InstallInvocation, plan: HostPlan): Promise<void> {
  const copies = plannedCopies(folder)
  const commands = plan.runs
    ? [`plugin marketplace add ${plan.place.marketplace}`, 'plugin install claude-mem@claude-mem --scope user']
    : []
  const diffs = describeChanges(plan)
  terminal.line(terminal.bold('Nothing is touched. An install would write:'))
  for (const { what, to } of copies) terminal.line(`  ${to}  ${terminal.dim(what)}`)
  for (const command of commands) terminal.line(`and run: claude ${command}`)
  if (flags.provider) terminal.line(`and set the provider: ${describeProvider(flags.provider)}`)
  printDiffs(terminal, diffs)
  const found = await hookedHost.transcripts.find(config.hostConfigDir)
  if (found.length > 0) terminal.line(`\nThen it would offer to import ${describeTranscripts(found)}`)
  const changes = diffs.filter(({ diff }) => diff !== '')
  terminal.result({ dryRun: true, route: plan.route, copies, commands, changes, transcripts: found.length }, '')
}

/** The host's own files, and long ones, are named but not shown. */
function describeChanges({ place, changes }: HostPlan): { path: string; diff: string }[] {
  const isSkill = ({ path }: Change) => path.startsWith(place.skill)
  const shown = changes.filter((change) => change.path !== place.state && !isSkill(change))
  const named = [
    {
      path: place.state,
      what: 'the tools, as the server claude-mem',
      of: changes.filter(({ path }) => path === place.state),
    },
    { path: place.skill, what: 'the skill', of: changes.filter(isSkill) },
  ]
  return [
    ...shown.map(({ path, before, after }) => ({ path, diff: renderDiff(path, before, after) })),
    ...named
      .filter(({ of }) => of.some(({ before, after }) => before !== after))
      .map(({ path, what }) => ({ path, diff: `${path}: ${what}` })),
  ]
}

export function printDiffs(terminal: Terminal, diffs: { diff: string }[]): void {
  for (const { diff } of diffs) if (diff !== '') terminal.line(`\n${diff}`, { verbatim: true })
}
