/**
 * Our tools and skill for a host without our plugin: a server in the host's own state, a folder beside the user's
 * skills.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../../../../memory/error.ts'
import { fingerprint, readHostFile } from '../host-file.ts'
import { asObject, parseJsonc, removeValue, setValue } from '../jsonc.ts'
import { type McpServer, pointsInto, SERVER } from '../mcp-server.ts'
import type { InstallRecord } from './record.ts'

export function addServer(
  path: string,
  text: string | undefined,
  server: McpServer,
  dataDir: string | undefined,
): string {
  const state = parseJsonc(text ?? '{}')
  if (!state || (state.mcpServers !== undefined && !asObject(state.mcpServers)))
    throw new MemoryError('bad_input', `${path} does not have the form Claude Code writes. Nothing was changed.`, {
      hint: 'Repair the file, then try again.',
    })
  const env = dataDir === undefined ? {} : { env: { CLAUDE_MEM_DATA_DIR: dataDir } }
  const entry = { type: 'stdio', ...server, ...env, alwaysLoad: true }
  return setValue(text ?? '{}\n', ['mcpServers', SERVER], entry)
}

/** Only one that points into our own folder. */
export function removeServer(text: string, app: string): string {
  const servers = asObject(parseJsonc(text)?.mcpServers)
  if (!servers || !pointsInto(servers[SERVER], app)) return text
  return removeValue(text, Object.keys(servers).length === 1 ? ['mcpServers'] : ['mcpServers', SERVER])
}

export interface SkillChange {
  path: string
  before: string | undefined
  after: string | undefined
}

/**
 * The skill's files as they should be: all of them without the plugin, none with it. `foreign`: a folder of that name
 * belongs to somebody else and is not touched.
 */
export function skillChanges(by: {
  folder: string
  source: string
  wanted: boolean
  earlier: InstallRecord | undefined
}): { changes: SkillChange[]; foreign: boolean } {
  const { folder, source, wanted, earlier } = by
  const ours = new Map(earlier?.files.filter(({ path }) => path.startsWith(folder)).map((file) => [file.path, file]))
  const names = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1))
  const there = readHostFile(join(folder, 'SKILL.md'))
  const foreign = there !== undefined && !ours.has(join(folder, 'SKILL.md'))
  const texts = new Map(
    wanted && !foreign ? names.map((name) => [join(folder, name), readFileSync(join(source, name), 'utf8')]) : [],
  )
  const changes = [...new Set([...texts.keys(), ...ours.keys()])].map((path): SkillChange => {
    const before = readHostFile(path)
    const isOurs = ours.get(path)?.left === fingerprint(before)
    return { path, before, after: texts.get(path) ?? (isOurs ? undefined : before) }
  })
  return { changes, foreign: wanted && foreign }
}
