import { countOf, memories } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { safeLine } from '../../../memory/safe-text.ts'
import { askWorker } from '../../../worker/client.ts'
import type { MergedProjects } from '../../../worker/protocol/projects.ts'
import { defineCommand } from '../command.ts'
import { askYesNo } from '../setup/ask-person.ts'
import { required, toggle } from '../takes.ts'
import { PROJECT } from './named.ts'

const merge = defineCommand({
  summary: 'make two projects one',
  about: [
    'Everything of the first is moved into the second: memories, sessions, prompts, summaries, what was said. New sessions in its folder belong to the second from then on. Notes stay in their folders.',
    'You are shown what would be moved and asked first: it cannot be undone.',
  ],
  args: { from: PROJECT, into: required('INTO', 'the project that stays') },
  flags: { preview: toggle('only show what would be moved'), yes: toggle('do not ask') },
  exclusive: [['preview', 'yes']],
  examples: ['projects merge old-shop shop'],
  async run({ args: { from, into }, flags, folder, terminal }) {
    const ask = (preview: boolean) => askWorker(folder, 'POST /api/projects/merge', { body: { from, into, preview } })
    const seen = await ask(true)
    if (flags.preview) return terminal.result(seen, renderPreview(seen))
    if (!flags.yes) {
      if (!terminal.interactive || terminal.json) {
        throw new MemoryError(
          'bad_input',
          'Merging needs --yes where there is no terminal to ask at. Nothing was changed.',
          {
            hint: 'To see what would be moved: --preview',
          },
        )
      }
      terminal.line(renderPreview(seen))
      const sure = await askYesNo('Merge them? It cannot be undone.', { orElse: false })
      if (!sure) throw new MemoryError('bad_input', 'Nothing was changed.')
    }
    terminal.progress('Moving …')
    const done = await ask(false)
    terminal.result(done, `Moved ${renderRows(done)} from ${nameOf(done.from)} into ${nameOf(done.into)}.`)
  },
})
export default merge

function renderPreview(seen: MergedProjects): string {
  return [
    `Would move ${renderRows(seen)} from ${nameOf(seen.from)} into ${nameOf(seen.into)}.`,
    ...(seen.no_longer_private
      ? [
          `${safeLine(seen.from.name)} is private and ${safeLine(seen.into.name)} is not: its memories can be shown elsewhere then.`,
        ]
      : []),
  ].join('\n')
}

function renderRows({ moved }: MergedProjects): string {
  const { sessions, summaries, prompts } = moved
  return [
    memories(moved.memories),
    countOf(sessions, 'session', 'sessions'),
    countOf(summaries, 'summary', 'summaries'),
    countOf(prompts, 'prompt', 'prompts'),
  ].join(', ')
}

function nameOf({ name, root }: MergedProjects['from']): string {
  return `${safeLine(name)} (${safeLine(root)})`
}
