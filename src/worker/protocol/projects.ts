/** Projects: what there is, and what a person decides about them. */
import * as z from 'zod'

const count = z.int().nonnegative()
const name = z.string().trim().min(1).max(4096)
const project = name.describe('name, id or alias; a name that several have is refused')

export const ProjectRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  root: z.string().describe('its folder, when it was last used'),
  memories: count,
  sessions: count,
  last_used_epoch: z.int().nullable(),
  aliases: z.array(z.string()).describe('other names, and ids of projects merged into it'),
  private: z.boolean().describe('shown in this project alone'),
  excluded: z.boolean().describe('nothing is captured or told there'),
})
export type ProjectRow = z.infer<typeof ProjectRow>

export const ProjectList = z.strictObject({ count, results: z.array(ProjectRow).describe('last used first') })
export type ProjectList = z.infer<typeof ProjectList>

export const RenameProject = z.strictObject({ project, name: z.string().trim().min(1).max(200) })
export const AliasProject = z.strictObject({ project, alias: name, remove: z.boolean().optional() })
export const ProjectNamed = z.strictObject({ id: z.string(), name: z.string(), root: z.string() })

export const MergeProjects = z.strictObject({
  from: project,
  into: project,
  preview: z.boolean().describe('true: only count; must be given'),
})
export const MergedProjects = z.strictObject({
  preview: z.boolean().describe('true: nothing was changed'),
  from: ProjectNamed,
  into: ProjectNamed,
  moved: z.strictObject({ memories: count, summaries: count, prompts: count, sessions: count }),
  no_longer_private: z
    .boolean()
    .describe('`from` is private and `into` is not: its memories can be shown elsewhere then'),
})
export type MergedProjects = z.infer<typeof MergedProjects>
