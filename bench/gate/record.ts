/**
 * What real sessions read and changed, step by step, from their transcripts: the text each read showed, a file's
 * content after a change, what the provider charged. Only the main agent: the gate lets subagents pass.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { relativeToRoot } from '../../src/workspace/paths.ts'

export type Step =
  | ReadStep
  /** `content`: of the whole file afterwards, if the transcript has it. */
  | { kind: 'change'; path: string; content: string | undefined }
  | { kind: 'compacted' }

export interface ReadStep {
  kind: 'read'
  path: string
  whole: boolean
  text: string
  lines: number
  /** Nothing of the file was left out. */
  complete: boolean
  /** The model's context when it asked for the file, and how much more it was charged for afterwards. */
  given?: number
  charged?: number
}

const Usage = z.looseObject({
  input_tokens: z.number().catch(0),
  cache_creation_input_tokens: z.number().catch(0),
  cache_read_input_tokens: z.number().catch(0),
})
const Row = z.looseObject({
  isSidechain: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  toolUseResult: z.unknown().optional(),
  message: z
    .looseObject({
      id: z.string().optional(),
      usage: Usage.optional().catch(undefined),
      content: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
})
const Block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.looseObject({}).optional().catch(undefined),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional().catch(undefined),
})
const Read = z.object({
  type: z.literal('text'),
  file: z.object({ content: z.string(), numLines: z.number(), totalLines: z.number() }),
})
const Change = z.object({ originalFile: z.string().nullish(), content: z.string().optional() })
const Input = z.object({
  file_path: z.string(),
  offset: z.unknown().optional(),
  limit: z.unknown().optional(),
  old_string: z.string().optional(),
  new_string: z.string().optional(),
  replace_all: z.boolean().optional(),
})

type RawBlock = z.infer<typeof Block>

export function readSteps(by: { file: string; folder: string; cwd: string }): Step[] {
  const steps: Step[] = []
  const uses = new Map<string, RawBlock>()
  /** Of the assistant's last message: its context size, how many calls it made, the read among them. */
  let asked: { message: string; given: number; calls: number; read?: ReadStep } | undefined
  for (const row of rows(join(by.folder, by.file))) {
    if (row.isCompactSummary) {
      steps.push({ kind: 'compacted' })
      asked = undefined
    }
    const { message } = row
    if (row.isSidechain || !message) continue
    const blocks = z.array(Block).safeParse(message.content).data ?? []
    if (message.usage && message.id !== undefined && message.id !== asked?.message) {
      const { input_tokens: fresh, cache_creation_input_tokens: cached, cache_read_input_tokens: known } = message.usage
      const given = fresh + cached + known
      if (asked?.read && asked.calls === 1) asked.read.charged = given - asked.given
      asked = { message: message.id, given, calls: 0 }
    }
    for (const block of blocks) {
      if (block.type === 'tool_use' && block.id !== undefined) {
        uses.set(block.id, block)
        if (asked) asked.calls += 1
      }
      if (block.type !== 'tool_result' || block.is_error) continue
      const step = stepOf(uses.get(block.tool_use_id ?? ''), row.toolUseResult, by.cwd)
      if (!step) continue
      steps.push(step)
      if (!asked || step.kind !== 'read') continue
      step.given = asked.given
      asked.read = step
    }
  }
  return steps
}

function stepOf(use: RawBlock | undefined, result: unknown, cwd: string): Step | undefined {
  const input = Input.safeParse(use?.input).data
  if (!use || !input) return undefined
  const path = relativeToRoot(cwd, input.file_path)
  if (use.name === 'Read') {
    const shown = Read.safeParse(result).data?.file
    if (!shown) return undefined
    const { content: text, numLines: lines, totalLines } = shown
    const whole = input.offset == null && input.limit == null
    return { kind: 'read', path, whole, text, lines, complete: whole && lines >= totalLines }
  }
  if (!['Edit', 'MultiEdit', 'Write'].includes(use.name ?? '')) return undefined
  return { kind: 'change', path, content: contentAfter(use.name ?? '', input, result) }
}

function contentAfter(tool: string, input: z.infer<typeof Input>, result: unknown): string | undefined {
  const { originalFile, content } = Change.safeParse(result).data ?? {}
  if (tool === 'Write') return content
  const { old_string: before, new_string: after } = input
  if (originalFile == null || before === undefined || after === undefined) return undefined
  return input.replace_all ? originalFile.replaceAll(before, () => after) : originalFile.replace(before, () => after)
}

/** Some lines are damaged, as in real life: they are skipped. */
function* rows(file: string): Generator<z.infer<typeof Row>> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      continue
    }
    const row = Row.safeParse(value).data
    if (row) yield row
  }
}
