/** What the host will load of ours, and what else it would load that does the same. Read from its files alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../config.ts'
import type { DataFolder } from '../../../../worker/client.ts'
import { marketplaceFolder } from '../../setup/app-folder.ts'
import { readHooksFile } from '../../setup/claude-code/hook-table.ts'
import { hostPlace } from '../../setup/claude-code/host-place.ts'
import { findInstalledParts, type Part } from '../../setup/claude-code/installed-parts.ts'
import { readRecord } from '../../setup/claude-code/record.ts'
import { PLUGIN_ID } from '../../setup/claude-code/settings-parts.ts'
import { findHostEntries } from '../../setup/host-entry.ts'
import { readHostFile } from '../../setup/host-file.ts'
import { asList, asObject, type JsonObject, parseJsonc } from '../../setup/jsonc.ts'
import { pointsInto } from '../../setup/mcp-server.ts'
import { type CheckParts, defineCheck, type Found, foundOr } from '../check.ts'
import { installAgain, installedLaunch } from '../program.ts'
import { otherMemories } from './other-memories.ts'

/** Without hooks and tools here, the person may have wanted it for other hosts alone. */
function whyNot(folder: DataFolder): { skipped: string } | undefined {
  if (!installedLaunch(folder)) return { skipped: 'claude-mem is not installed' }
  return isForOthersAlone(folder) ? { skipped: 'installed for other hosts, not for Claude Code' } : undefined
}

export function isForOthersAlone(folder: DataFolder): boolean {
  return readRecord(folder) === undefined && findHostEntries(folder).length > 0
}

export const hooksCheck = defineCheck({
  name: 'hooks',
  asks: 'Claude Code calls our hooks',
  faults: {
    'hooks-missing': {
      what: 'Claude Code does not know our hooks.',
      why: 'Nothing is recorded, and sessions start without memories.',
      fix: 'claude-mem install',
      repair: installAgain,
    },
    'hooks-incomplete': {
      what: 'Some of our hooks are missing from Claude Code’s settings.',
      why: 'What they would have recorded or answered is missing.',
      fix: 'claude-mem install',
      repair: installAgain,
    },
    'hook-script-missing': {
      what: 'The script that our hooks run is gone.',
      why: 'The hooks do nothing, without a word.',
      fix: 'claude-mem install',
      repair: installAgain,
    },
    'plugin-off': {
      what: 'The plugin claude-mem is switched off in Claude Code.',
      why: 'Nothing is recorded, and sessions start without memories.',
      fix: `claude plugin enable ${PLUGIN_ID}`,
    },
    'hooks-off': {
      what: 'Claude Code’s settings switch all hooks off (`disableAllHooks`).',
      why: 'Nothing is recorded, and sessions start without memories.',
      fix: 'remove "disableAllHooks" from Claude Code’s settings.json',
    },
    'settings-ignored': {
      what: 'Claude Code ignores its settings file, because it is not plain JSON.',
      why: 'None of its hooks, plugins and permissions count, ours included.',
      fix: 'remove comments and trailing commas from Claude Code’s settings.json',
    },
    'other-folder': {
      what: 'Claude Code’s hooks record to another data folder than the one looked at here.',
      why: 'What you look at is not what is recorded.',
      fix: 'set CLAUDE_MEM_DATA_DIR to that folder, or install again from here: claude-mem install',
    },
  },
  run({ config, folder }) {
    const skipped = whyNot(folder)
    if (skipped) return skipped
    const { settings } = hostPlace(config, folder.app)
    const { hooks } = findInstalledParts(config, folder.app)
    const found = parseJsonc(readHostFile(settings) ?? '{}')
    if (!hooks.installed) return { found: [missingHooks(hooks, settings, found)] }
    const script = join(marketplaceFolder(folder.app), 'plugin/hooks/hook.sh')
    if (!existsSync(script))
      return { found: [{ fault: 'hook-script-missing', what: `There is no ${script} any more.` }] }
    if (found?.disableAllHooks === true)
      return { found: [{ fault: 'hooks-off', fix: `remove "disableAllHooks" from ${settings}` }] }
    const elsewhere = asObject(found?.env)?.CLAUDE_MEM_DATA_DIR
    if (typeof elsewhere === 'string' && elsewhere !== folder.root) {
      const fix = `export CLAUDE_MEM_DATA_DIR=${elsewhere}, or install again from here: claude-mem install`
      return { found: [{ fault: 'other-folder', what: `Claude Code’s hooks record to ${elsewhere}.`, fix }] }
    }
    const gone = hooks.by === 'plugin' ? [] : missingEvents(found ?? {}, folder)
    if (gone.length > 0)
      return {
        found: [{ fault: 'hooks-incomplete', what: `These hooks are missing from ${settings}: ${gone.join(', ')}.` }],
      }
    return { ok: `installed (${hooks.by})` }
  },
})

type HooksFault = 'hooks-missing' | 'plugin-off' | 'settings-ignored'

function missingHooks(
  part: Part & { installed: false },
  path: string,
  settings: JsonObject | undefined,
): Found<HooksFault> {
  if (asObject(settings?.enabledPlugins)?.[PLUGIN_ID] === false) return { fault: 'plugin-off' }
  if (part.because.includes('plain JSON'))
    return {
      fault: 'settings-ignored',
      what: `${part.because}.`,
      fix: `remove comments and trailing commas from ${path}`,
    }
  return { fault: 'hooks-missing' }
}

/** By event, each with a hook that runs our script. */
function missingEvents({ hooks }: JsonObject, folder: DataFolder): string[] {
  const events = Object.keys(readHooksFile(join(marketplaceFolder(folder.app), 'plugin')).hooks)
  const isOurs = (group: unknown) => (asList(asObject(group)?.hooks) ?? []).some((hook) => pointsInto(hook, folder.app))
  return events.filter((event) => !(asList(asObject(hooks)?.[event]) ?? []).some(isOurs))
}

export const toolsCheck = defineCheck({
  name: 'tools',
  asks: 'Claude Code knows our MCP tools and our skill',
  faults: {
    'tools-missing': {
      what: 'Claude Code does not know our MCP tools.',
      why: 'Agents cannot search memory by themselves.',
      fix: 'claude-mem install',
      repair: installAgain,
    },
    'skill-missing': {
      what: 'Claude Code does not know our skill mem-search.',
      why: 'Agents are not told when to search memory.',
      fix: 'claude-mem install',
      repair: installAgain,
    },
  },
  run({ config, folder }) {
    const skipped = whyNot(folder)
    if (skipped) return skipped
    const { hooks, mcp, skill } = findInstalledParts(config, folder.app)
    // The hooks' check has said why nothing of ours is loaded.
    if (!hooks.installed && !mcp.installed && mcp.because === hooks.because && hooks.because !== 'not installed')
      return { skipped: 'see hooks' }
    const found: Found<'tools-missing' | 'skill-missing'>[] = [
      ...(mcp.installed ? [] : [{ fault: 'tools-missing' as const }]),
      ...(skill.installed ? [] : [{ fault: 'skill-missing' as const }]),
    ]
    return foundOr(found, mcp.installed ? `installed (${mcp.by})` : '')
  },
})

export const othersCheck = defineCheck({
  name: 'others',
  asks: 'no other memory plugin records the same sessions',
  faults: {
    'other-plugin': {
      what: 'Another plugin that records sessions is switched on.',
      why: 'Everything is recorded twice, both add to every session’s start, and both cost time at every hook.',
      fix: 'claude plugin disable NAME',
    },
    'other-hooks': {
      what: 'Claude Code’s settings run the hooks of another program that records sessions.',
      why: 'Everything is recorded twice, and both cost time at every hook.',
      fix: 'remove its hooks from Claude Code’s settings.json',
    },
  },
  run: (parts) => foundOr(othersIn(parts), 'no other program records your sessions'),
})

function othersIn({ config, folder }: CheckParts): Found<'other-plugin' | 'other-hooks'>[] {
  const { settings } = hostPlace(config, folder.app)
  const { plugins, hooks } = otherMemories(settingsOf(config, folder), folder.app)
  return [
    ...plugins.map((id) => ({
      fault: 'other-plugin' as const,
      what: `The plugin ${id} records sessions, too.`,
      fix: `claude plugin disable ${id}`,
    })),
    ...hooks.map(({ name, event }) => ({
      fault: 'other-hooks' as const,
      what: `Hooks of ${name} in ${settings} (${event}) record sessions, too.`,
      fix: `remove the hooks of ${name} from ${settings}`,
    })),
  ]
}

function settingsOf(config: Config, folder: DataFolder): JsonObject {
  return parseJsonc(readHostFile(hostPlace(config, folder.app).settings) ?? '{}') ?? {}
}
