/**
 * May the agent call our memory tools without asking the user? Telling it to use a tool that is then refused would
 * leave it stuck. The host defines this in three settings files and in the session's mode; rules from its command line
 * or from an administrator are not visible here.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import * as z from 'zod'
import { matchesGlob } from '../../workspace/glob.ts'
import type { PlannedToolUse, SessionFacts } from '../host-event.ts'

/** With the plugin, and with the server added by hand. */
const DETAILS_TOOL = ['mcp__plugin_claude-mem_mem__get_observations', 'mcp__claude-mem__get_observations']

const Rules = z.array(z.string()).catch([])
const Settings = z.looseObject({ permissions: z.looseObject({ allow: Rules, deny: Rules }).partial().optional() })

/** A deny rule wins over every allow rule. */
export function mayUseMemoryTools({ session, permissionMode }: PlannedToolUse, hostConfigDir: string): boolean {
  const projectDir = session.projectDir ?? session.cwd
  const user = readRules(join(configDirOf(session) ?? hostConfigDir, 'settings.json'))
  const project = ['settings.json', 'settings.local.json'].map((name) => readRules(join(projectDir, '.claude', name)))
  const files = [user, ...project]
  if (files.some(({ deny }) => deny.some(covers))) return false
  // The host skips a file with comments. Our hook running proves that it has read the user's file; for the others
  // nothing proves it.
  const read = files.filter((file) => file.isPlain || file === user)
  return permissionMode === 'bypassPermissions' || read.some(({ allow }) => allow.some(covers))
}

/** The settings are in the same folder as the session's transcript: `<folder>/projects/<project>/<session>.jsonl`. */
function configDirOf({ transcriptPath }: SessionFacts): string | undefined {
  const projects = transcriptPath === undefined ? undefined : dirname(dirname(transcriptPath))
  return projects !== undefined && basename(projects) === 'projects' ? dirname(projects) : undefined
}

/** `mcp__server`, `mcp__server__tool`, and both with `*`. */
function covers(rule: string): boolean {
  return DETAILS_TOOL.some((tool) => tool === rule || tool.startsWith(`${rule}__`) || matchesGlob(rule, tool))
}

interface HostRules {
  allow: string[]
  deny: string[]
  /** Has no comments or trailing commas. */
  isPlain: boolean
}

const NO_RULES: HostRules = { allow: [], deny: [], isPlain: true }

/** Cached: asked before every read of a known file, changed once a month. */
const known = new Map<string, { mtimeMs: number; size: number; rules: HostRules }>()

function readRules(path: string): HostRules {
  try {
    const { mtimeMs, size } = statSync(path)
    const before = known.get(path)
    if (before?.mtimeMs === mtimeMs && before.size === size) return before.rules
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
    const { permissions } = Settings.parse(parseSettings(text))
    const rules = { allow: permissions?.allow ?? [], deny: permissions?.deny ?? [], isPlain: isPlainJson(text) }
    if (known.size > 200) known.clear()
    known.set(path, { mtimeMs, size, rules })
    return rules
  } catch {
    return NO_RULES // missing or unreadable: allows nothing
  }
}

/** A comment in the file must not disable the gate. */
function parseSettings(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0) throw new SyntaxError('not JSON')
  return value
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
