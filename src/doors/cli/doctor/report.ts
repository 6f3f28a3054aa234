/** The doctor's report, for people: one line for a check in order, and for a finding what, why and what to do. */
import { countOf } from '../../../memory/count.ts'
import { ownCommand } from '../own-command.ts'
import type { Checked, Finding } from './run-checks.ts'

const NAME_CHARACTERS = 11

export function renderChecked({ name, state, says, findings }: Checked): string {
  if (state !== 'fault') return `${MARKS[state]}  ${name.padEnd(NAME_CHARACTERS)}${says}`
  return findings.map((finding) => renderFinding(name, finding)).join('\n')
}

const MARKS = { ok: 'ok   ', skipped: '-    ', fixed: 'fixed', fault: 'FAULT' }

function renderFinding(name: string, { what, why, fix, fixed }: Finding): string {
  const head = `${fixed ? MARKS.fixed : MARKS.fault}  ${name.padEnd(NAME_CHARACTERS)}${what}`
  if (fixed) return head
  const indent = ' '.repeat(7 + NAME_CHARACTERS)
  return [head, `${indent}why  ${why}`, `${indent}fix  ${fix}`].join('\n')
}

/** What came of it, in one line. */
export function renderVerdict(checked: readonly Checked[]): string {
  const findings = checked.flatMap((one) => one.findings)
  const left = findings.filter(({ fixed }) => !fixed).length
  const fixed = findings.length - left
  const skipped = checked.filter(({ state }) => state === 'skipped').length
  return [
    ...(fixed === 0 ? [] : [`${countOf(fixed, 'finding')} fixed.`]),
    left === 0 ? 'All is well.' : fixed === 0 ? `${countOf(left, 'finding')}.` : `${left} left.`,
    ...(skipped === 0 ? [] : [`${countOf(skipped, 'check was', 'checks were')} left out.`]),
  ].join(' ')
}

/** Commands of ours as they can be typed here. */
export function typable(text: string): string {
  return text.replace(/\bclaude-mem ([a-z][^;`]*)/g, (_, args: string) => ownCommand(args))
}
