import { editorCommand } from '../../config.ts'
import { MemoryError } from '../../memory/error.ts'
import { CONCEPTS, OBSERVATION_TYPES } from '../../memory/observation.ts'
import { askWorker } from '../../worker/client.ts'
import type { Changed, EditRequest } from '../../worker/protocol/changes.ts'
import type { ObservationFull } from '../../worker/protocol/rows.ts'
import { getConcepts, getType } from '../observation-types.ts'
import { defineCommand, type Invocation } from './command.ts'
import { readForm, renderForm } from './edit-form.ts'
import { MEMORY_ID, readMemoryId, renderChanged } from './one-memory.ts'
import { askEditor } from './setup/ask-editor.ts'
import { askYesNo } from './setup/ask-person.ts'
import { text, texts } from './takes.ts'

const FLAGS = {
  title: text('TITLE', 'a new title'),
  subtitle: text('TEXT', 'a new line below the title'),
  text: text('TEXT', 'a new text'),
  fact: texts('FACT', 'a fact; give it once for each, they replace all there were; --fact= leaves none'),
  type: {
    ...text('TYPE', `another type: ${OBSERVATION_TYPES.join(', ')}`, { choices: OBSERVATION_TYPES }),
    read: getType,
  },
  concept: {
    ...texts('CONCEPT', `a concept, like --fact: ${CONCEPTS.join(', ')}`, { choices: CONCEPTS }),
    read: getConcepts,
  },
}
const ARGS = { id: MEMORY_ID }
type EditInvocation = Invocation<typeof FLAGS, typeof ARGS>

const edit = defineCommand({
  summary: 'change the words of a memory',
  about: [
    'With no option, your editor (VISUAL or EDITOR) opens the memory. Secrets and <private> parts are left out of what you write.',
    'Afterwards nothing rewrites the memory but you. `claude-mem undo` brings the former words back.',
  ],
  page: 'control.md#edit',
  args: ARGS,
  flags: FLAGS,
  examples: [
    'edit 42',
    'edit 42 --title "Totals are rounded once, at the end"',
    'edit 42 --type decision --concept gotcha',
  ],
  async run(invocation) {
    const { args, terminal } = invocation
    const id = readMemoryId(args.id)
    const given = givenIn(invocation)
    const reply = Object.keys(given).length > 0 ? await send(invocation, id, given) : await editByHand(invocation, id)
    if (reply === undefined) return terminal.result({ changed: false }, 'Nothing was changed.')
    terminal.result(reply, renderChanged(reply, { did: 'Changed', already: 'Nothing was changed in' }))
  },
})
export default edit

function givenIn({ flags }: EditInvocation): EditRequest {
  const { title, subtitle, text: narrative, type, fact, concept: concepts } = flags
  const facts = fact?.filter((one) => one.trim() !== '')
  const given = Object.entries({ title, subtitle, narrative, type, facts, concepts })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function send({ folder }: EditInvocation, id: number, body: EditRequest): Promise<Changed> {
  return askWorker(folder, 'POST /api/observations/:id/edit', { path: { id }, body })
}

/** undefined when the form was saved as it was. A form that cannot be used can be opened again. */
async function editByHand(invocation: EditInvocation, id: number): Promise<Changed | undefined> {
  const { folder, terminal } = invocation
  const memory: ObservationFull = await askWorker(folder, 'GET /api/observations/:id', { path: { id }, query: {} })
  if (!terminal.interactive || terminal.json) {
    throw new MemoryError('bad_input', 'Say what to change: there is no terminal to open an editor in.', {
      hint: 'For example: claude-mem edit 42 --title "…". All options: claude-mem edit --help',
    })
  }
  const editor = editorCommand()
  if (editor === undefined) {
    throw new MemoryError('unavailable', 'No editor was found.', {
      hint: 'Set EDITOR, or give the fields: claude-mem edit --help',
    })
  }
  const before = renderForm(memory)
  let after = before
  for (;;) {
    after = askEditor(after, { editor, name: `memory-${memory.id}.txt` })
    try {
      const wanted = readForm({ before, after })
      return wanted && (await send(invocation, memory.id, wanted))
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== 'bad_input') throw error
      terminal.line(error.message)
      if (!(await askYesNo('Open it again?', { orElse: true }))) return undefined
    }
  }
}
