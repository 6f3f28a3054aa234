/** What can be asked about the source files of a project: an outline, one symbol, symbols by name. */
import * as z from 'zod'
import { pathText } from './path-text.ts'

const line = z.int().positive()
const tokens = z.int().nonnegative()
const name = z.string().min(1).max(300)

const where = {
  cwd: pathText.optional().describe('the folder you stand in; its checkout is the project'),
  project: z.string().min(1).optional().describe('name or id of a known project, instead of `cwd`'),
}
const path = pathText.describe('relative to `cwd` or the project, or absolute inside it')

export const OutlineRequest = z.strictObject({ path, ...where })
export const OutlineReply = z.strictObject({
  path: z.string().describe('relative to the project'),
  language: z.string(),
  how: z.enum(['syntax', 'shape']).describe('`shape`: no grammar for it, only headings and indentation'),
  broken: z.boolean().describe('the file has syntax errors; what parsed is here'),
  lines: z.int().nonnegative(),
  file_tokens: tokens.describe('what reading the whole file would cost, an estimate'),
  tokens: tokens.describe('of `text`'),
  folded: z.int().nonnegative().describe('symbols left out of `text` to keep it short'),
  text: z.string(),
})
export type OutlineReply = z.infer<typeof OutlineReply>

export const UnfoldRequest = z.strictObject({ path, name: name.describe('`name` or `Class.method`'), ...where })
const Place = z.strictObject({ name: z.string(), kind: z.string(), from: line, to: line })
export const UnfoldReply = z.discriminatedUnion('found', [
  z.strictObject({
    found: z.literal('one'),
    path: z.string(),
    ...Place.shape,
    tokens,
    cut: z.boolean().describe('too long to be shown whole'),
    text: z.string().describe('with line numbers'),
  }),
  z.strictObject({
    found: z.literal('several'),
    path: z.string(),
    candidates: z.array(Place).describe('ask again with one of these names'),
  }),
])
export type UnfoldReply = z.infer<typeof UnfoldReply>

export const SymbolsRequest = z.strictObject({
  query: name.describe('a symbol’s name or a part of it'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  ...where,
})
export const SymbolsReply = z.strictObject({
  query: z.string(),
  count: z.int(),
  symbols: z.array(z.strictObject({ path: z.string(), ...Place.shape, signature: z.string() })).describe('best first'),
  files: z.int().nonnegative().describe('how many were looked at'),
  complete: z.boolean().describe('false: the search ended at its limit of time or size'),
})
export type SymbolsReply = z.infer<typeof SymbolsReply>
