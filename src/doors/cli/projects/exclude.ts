/** Keeping a project out by its folder: a line in the setting, which the next worker reads. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import { safeLine } from '../../../memory/safe-text.ts'
import { askWorker, changeSettings, type DataFolder } from '../../../worker/client.ts'
import { isExcluded } from '../../../workspace/exclusion.ts'
import { resolveProject } from '../../../workspace/project.ts'
import { defineCommand } from '../command.ts'
import { stopWorker } from '../stop.ts'
import { optional } from '../takes.ts'

const WHICH = optional('PROJECT', 'its name, id or folder; without it, the project of the current folder')
const NAME = 'CLAUDE_MEM_EXCLUDED_PROJECTS'

export const exclude = defineCommand({
  summary: 'capture and tell nothing in a project from now on',
  about: [
    `Adds its folder to ${NAME}. What is remembered of it stays; \`claude-mem forget --project NAME\` deletes it.`,
  ],
  args: { project: WHICH },
  examples: ['projects exclude', 'projects exclude ~/clients/secret'],
  async run({ args, config, folder, terminal }) {
    const root = await rootOf(folder, args.project)
    if (isExcluded(config.EXCLUDED_PROJECTS, [root], config.home)) {
      return terminal.result({ root, excluded: true, changed: false }, `${safeLine(root)} was excluded already.`)
    }
    if (root.includes(',')) {
      throw new MemoryError('bad_input', `A folder with a comma in its name cannot be in ${NAME}.`, {
        hint: 'Put a * for the comma, in settings.json.',
      })
    }
    await change({ folder, config }, [...config.EXCLUDED_PROJECTS, root])
    terminal.result({ root, excluded: true, changed: true }, `Nothing is captured in ${safeLine(root)} from now on.`)
  },
})

export const include = defineCommand({
  summary: 'capture in a project again',
  args: { project: WHICH },
  examples: ['projects include'],
  async run({ args, config, folder, terminal }) {
    const root = await rootOf(folder, args.project)
    if (!isExcluded(config.EXCLUDED_PROJECTS, [root], config.home)) {
      return terminal.result({ root, excluded: false, changed: false }, `${safeLine(root)} was not excluded.`)
    }
    const left = config.EXCLUDED_PROJECTS.filter((pattern) => !isJust(pattern, root))
    if (isExcluded(left, [root], config.home)) {
      const why = left.find((pattern) => isExcluded([pattern], [root], config.home)) ?? ''
      throw new MemoryError(
        'conflict',
        `${root} is excluded by the pattern \`${why}\`, which may cover more. Nothing was changed.`,
        {
          hint: `Change ${NAME} in settings.json.`,
        },
      )
    }
    await change({ folder, config }, left)
    terminal.result({ root, excluded: false, changed: true }, `${safeLine(root)} is captured again.`)
  },
})

/** A path may be given, even of a folder that no session has seen yet. */
async function rootOf(folder: DataFolder, asked: string | undefined): Promise<string> {
  if (asked === undefined || asked.includes('/') || asked === '.' || existsSync(resolve(asked))) {
    const path = resolve(asked ?? '.')
    if (asked === undefined || existsSync(path)) return resolveProject(path).root
  }
  const { results } = await askWorker(folder, 'GET /api/projects')
  const [found, ...others] = results.filter(
    ({ id, name, aliases }) => id === asked || name === asked || aliases.includes(asked),
  )
  if (!found) {
    throw new MemoryError('not_found', `There is no project or folder \`${asked}\`.`, {
      hint: '`claude-mem projects` lists them.',
    })
  }
  if (others.length === 0) return found.root
  throw new MemoryError('conflict', `Several projects are called \`${asked}\`. Nothing was changed.`, {
    hint: `Give the folder of one of them: ${[found, ...others].map(({ root }) => root).join(', ')}`,
  })
}

function isJust(pattern: string, root: string): boolean {
  return pattern.replace(/\/$/, '') === root
}

function change({ folder, config }: { folder: DataFolder; config: Config }, patterns: string[]): Promise<unknown> {
  if (config.sources.EXCLUDED_PROJECTS === 'the environment') {
    throw new MemoryError(
      'conflict',
      `${NAME} is set in the environment, which wins over settings.json. Nothing was changed.`,
    )
  }
  changeSettings(folder, { EXCLUDED_PROJECTS: patterns.length === 0 ? null : patterns.join(',') })
  return stopWorker(folder)
}
