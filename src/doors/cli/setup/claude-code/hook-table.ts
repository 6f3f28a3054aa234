/**
 * The hooks of plugin/hooks/hooks.json, rewritten for places without the plugin's variables, or for machines without a
 * POSIX shell. The table itself stays in that one file.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { HOOK_COMMANDS } from '../../hook-commands.ts'

const Hook = z.strictObject({
  type: z.literal('command'),
  command: z.string(),
  args: z.array(z.string()),
  timeout: z.number(),
})
const HooksFile = z.strictObject({
  description: z.string(),
  hooks: z.record(z.string(), z.array(z.strictObject({ matcher: z.string().optional(), hooks: z.array(Hook) }))),
})
type Hook = z.infer<typeof Hook>
export type HooksFile = z.infer<typeof HooksFile>
export type HookTable = HooksFile['hooks']

export function readHooksFile(pluginFolder: string): HooksFile {
  return HooksFile.parse(JSON.parse(readFileSync(join(pluginFolder, 'hooks/hooks.json'), 'utf8')))
}

/** For settings.json: the script by absolute path. */
export function withShell(table: HookTable, pluginFolder: string): HookTable {
  return eachHook(table, (hook) => ({
    ...hook,
    args: hook.args.map((arg) => arg.replace(PLUGIN_ROOT, () => pluginFolder)),
  }))
}

/** The same events through the program's own hook commands. */
export function withoutShell(table: HookTable, by: { runtime: string; program: string }): HookTable {
  return eachHook(withoutOptional(table), (hook) => {
    const script = hook.args.findIndex((arg) => arg.includes(PLUGIN_ROOT))
    const [event = '', limit] = hook.args.slice(script + 1)
    const fits = Object.entries(HOOK_COMMANDS).find(
      ([, known]) => known.event === event && known.limitMs > 0 === (limit !== undefined),
    )
    // An event without its own command needs no answer: `save EVENT` passes it on.
    return { ...hook, command: by.runtime, args: [by.program, fits?.[0] ?? 'save', event] }
  })
}

/** Most commands are not known to fail: starting the program before each one just to find that out costs too much. */
function withoutOptional(table: HookTable): HookTable {
  return Object.fromEntries(
    Object.entries(table).map(([event, groups]) => [
      event,
      groups.filter((group) => !group.hooks.some((hook) => hook.args.includes('failing'))),
    ]),
  )
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the host's placeholder, not ours
const PLUGIN_ROOT = '${CLAUDE_PLUGIN_ROOT}'

function eachHook(table: HookTable, change: (hook: Hook) => Hook): HookTable {
  return Object.fromEntries(
    Object.entries(table).map(([event, groups]) => [
      event,
      groups.map((group) => ({ ...group, hooks: group.hooks.map(change) })),
    ]),
  )
}
