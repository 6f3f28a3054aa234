/** The short page about searching, for an agent that asks by plain HTTP. */
import * as z from 'zod'

export const HelpPage = z.strictObject({
  title: z.string(),
  endpoints: z.array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      parameters: z.array(z.strictObject({ name: z.string(), required: z.boolean(), description: z.string() })),
      example: z.string().optional(),
    }),
  ),
  hints: z.array(z.string()),
})
export type HelpPage = z.infer<typeof HelpPage>
