import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { required } from '../takes.ts'
import { importFileAs, MAPPING } from './follow-file.ts'

const file = defineCommand({
  summary: 'bring in an export, or the database of a published claude-mem; the content shows which',
  about: [
    'What is here already stays as it is, and what was forgotten here stays forgotten. Ids are kept where nobody has them. Private parts and secrets are taken out, as from everything else.',
    'Can be interrupted and repeated: nothing is stored twice. A damaged line is named and passed over; a file that is no export changes nothing.',
  ],
  page: 'in-and-out.md#import',
  args: { file: required('FILE', 'a file written by `claude-mem export`, or a database', { offers: 'files' }) },
  flags: MAPPING,
  examples: ['import memory.jsonl', 'import memory.jsonl --dry-run'],
  run: ({ args, ...invocation }) => importFileAs(invocation, resolve(args.file)),
})
export default file
