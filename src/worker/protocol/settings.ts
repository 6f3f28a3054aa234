/** The settings as a form needs them: described, validated by the one table in config.ts, never with a secret in them. */
import * as z from 'zod'

export const SettingShown = z.strictObject({
  key: z.string().describe('as in settings.json and the environment'),
  doc: z.string(),
  form: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('choice'), choices: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('number'), min: z.number(), max: z.number() }),
    z.strictObject({ kind: z.enum(['switch', 'list', 'address', 'text', 'secret']) }),
  ]),
  default: z.string(),
  value: z.string().nullable().describe('what counts from the next start on; null: there is one and it is a secret'),
  source: z.enum(['default', 'settings.json', 'the environment']).describe('the environment outranks the file'),
  waits: z
    .boolean()
    .describe('the running worker still uses another value; it takes this one when it is started again'),
  atOnce: z.boolean().describe('a change counts at once, without a restart'),
})
export type SettingShown = z.infer<typeof SettingShown>

export const SettingsReply = z.strictObject({
  file: z.string(),
  groups: z.array(z.strictObject({ title: z.string(), settings: z.array(SettingShown) })),
  problems: z.array(z.string()).describe('values that cannot be used, and where they stand'),
})
export type SettingsReply = z.infer<typeof SettingsReply>

const Changes = z
  .record(z.string(), z.string().max(20_000).nullable())
  .describe('key to its new value as text; null takes it out of settings.json')

export const SettingsRequest = z.strictObject({ changes: Changes })

export const PreviewRequest = z.strictObject({
  project: z.string().min(1).describe('a name or an id'),
  changes: Changes.default({}).describe('settings that are only tried'),
})

export const PreviewReply = z.strictObject({
  text: z.string().nullable().describe('null: a session there is told nothing'),
  tokens: z.int().nonnegative(),
  memories: z.int().nonnegative(),
})
export type PreviewReply = z.infer<typeof PreviewReply>
