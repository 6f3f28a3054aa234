import * as z from 'zod'
import { countOf } from '../../../memory/count.ts'
import { askWorker } from '../../../worker/client.ts'
import { type DreamWords, renderDream, renderDreamStatus } from '../../dream-text.ts'
import { keepWithin } from '../render.ts'
import { defineTool, read } from '../tool.ts'
import description from './dream.md'

/** Proposals are about lines a person wrote: only a person may say yes, in a shell. */
const WORDS: DreamWords = { undo: 'dream(action: "undo")', review: 'the user runs `claude-mem dream review`' }

export const dream = defineTool({
  name: 'dream',
  description,
  returns: 'what was moved to MEMORY.md, or would be. `action` is `status`, `dry-run`, `run` or `undo`',
  changes: true,
  schema: z.strictObject({ action: z.enum(['status', 'dry-run', 'run', 'undo']) }),
  async run(place, { action }) {
    if (action === 'status') {
      return fitted(renderDreamStatus(await read(place, 'GET /api/dream', { cwd: place.cwd }), WORDS))
    }
    const body = { action, cwd: place.cwd }
    const reply = await askWorker(place.folder, 'POST /api/dream', { body })
    return fitted(renderDream(reply, WORDS))
  },
})

function fitted(lines: string[]): string {
  const { shown, left } = keepWithin(lines)
  return [
    ...shown,
    ...(left > 0 ? [`${countOf(left, 'more line')}: \`claude-mem dream status\` in a shell prints all of them.`] : []),
  ].join('\n')
}
