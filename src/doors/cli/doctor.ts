/** Looks for everything that keeps sessions from being recorded and memories from being found, on the real path. */
import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { defineCommand } from './command.ts'
import { CHECKS } from './doctor/checks.ts'
import { renderChecked, renderVerdict, typable } from './doctor/report.ts'
import { type Checked, runChecks } from './doctor/run-checks.ts'
import { ownCommand } from './own-command.ts'
import { toggle } from './takes.ts'

const doctor = defineCommand({
  summary: 'find out what is wrong, on the real path from a hook to a search, and say what to do',
  about: [
    'Sends a test event through the hook, waits until it is stored, searches for it and deletes it again. Ends with 0 if all is well, with 1 if not.',
    'Starts the worker if it is not running. Without --online no model is called.',
  ],
  page: 'troubleshooting.md',
  flags: {
    fix: toggle(
      'also do what is safe: permissions, leftover marker files, events set aside, a hanging worker, missing hooks, a backup',
    ),
    online: toggle('also ask the model that words memories, with one small call within the day’s budget'),
  },
  examples: ['doctor', 'doctor --fix'],
  async run({ config, folder, flags, terminal }) {
    const parts = {
      ...{ config, folder, cwd: resolve('.'), now: Date.now() },
      online: flags.online === true,
      say: (text: string) => terminal.progress(text),
    }
    const done = (
      await runChecks(CHECKS, parts, {
        fix: flags.fix === true,
        onChecked: (checked) => terminal.line(renderChecked(asTyped(checked))),
      })
    ).map(asTyped)
    const left = done.flatMap(({ findings }) => findings).filter(({ fixed }) => !fixed)
    const verdict = renderVerdict(done)
    terminal.result(
      { ok: left.length === 0, dataDir: folder.root, checks: done },
      left.length === 0 ? `\n${verdict}` : '',
    )
    if (left.length === 0) return
    const safe = left.some((one) => one.safe) && !flags.fix
    throw new MemoryError(
      'conflict',
      verdict,
      safe ? { hint: `What is safe to do is done by: ${ownCommand('doctor --fix')}` } : {},
    )
  },
})
export default doctor

function asTyped(checked: Checked): Checked {
  return { ...checked, findings: checked.findings.map((one) => ({ ...one, fix: typable(one.fix) })) }
}
