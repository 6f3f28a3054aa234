/** What a listener hears while the worker works: that something came, never what. Who wants to know asks. */
import * as z from 'zod'

export const LiveRequest = z.strictObject({
  // 60: a tab that was closed without a word holds its place no longer
  seconds: z.coerce.number().int().min(1).max(300).default(60).describe('the stream ends after this long; ask again'),
})

export const LiveChange = z.strictObject({
  what: z
    .enum(['taken', 'distilled', 'changed'])
    .describe('events were stored; sessions were distilled; somebody remembered, changed, forgot or imported'),
  count: z.int().describe('events, sessions or changes'),
})
export type LiveChange = z.infer<typeof LiveChange>

export const LiveStream = z.string().describe('server-sent events, the data of each a JSON object {what, count}')
