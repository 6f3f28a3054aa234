/** Which of our parts the host will load, read only from its files: the host's program is not started. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from '../../../../config.ts'
import { readHostFile } from '../host-file.ts'
import { asObject, isPlainJson, parseJsonc } from '../jsonc.ts'
import { pointsInto } from '../mcp-server.ts'
import { hostPlace } from './host-place.ts'
import { hasInstalledPlugin, PLUGIN_ID, removeHooks } from './settings-parts.ts'

export type Part = { installed: true; by: string } | { installed: false; because: string }

export interface InstalledParts {
  hooks: Part
  mcp: Part
  skill: Part
}

export function findInstalledParts(config: Config, app: string): InstalledParts {
  const place = hostPlace(config, app)
  const text = readHostFile(place.settings) ?? ''
  // Measured: the client ignores such a file completely, including the plugins it enables.
  if (text.trim() !== '' && !isPlainJson(text)) {
    return all({ installed: false, because: `${place.settings} is not plain JSON, so Claude Code ignores it` })
  }
  const enabled = asObject(parseJsonc(text)?.enabledPlugins)?.[PLUGIN_ID]
  if (hasInstalledPlugin(readHostFile(place.installedPlugins) ?? '')) {
    if (enabled === true) return all({ installed: true, by: 'plugin' })
    if (enabled === false) {
      return all({
        installed: false,
        because: `the plugin is switched off; to switch it on: claude plugin enable ${PLUGIN_ID}`,
      })
    }
  }
  const servers = asObject(parseJsonc(readHostFile(place.state) ?? '')?.mcpServers) ?? {}
  const hasServer = Object.values(servers).some((server) => pointsInto(server, app))
  const hasSkill = existsSync(join(place.skill, 'SKILL.md'))
  return {
    hooks: partOf(removeHooks(text, app) !== text, basename(place.settings)),
    mcp: partOf(hasServer, basename(place.state)),
    skill: partOf(hasSkill, 'skills folder'),
  }
}

function all(part: Part): InstalledParts {
  return { hooks: part, mcp: part, skill: part }
}

function partOf(installed: boolean, by: string): Part {
  return installed ? { installed, by } : { installed, because: 'not installed' }
}
