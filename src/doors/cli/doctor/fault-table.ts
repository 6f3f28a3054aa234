/** The doctor's faults as the table of docs/troubleshooting.md; a test compares the two. */
import type { Check } from './check.ts'
import { CANNOT_LOOK, CANNOT_LOOK_NAME } from './run-checks.ts'

export function renderFaultTable(checks: readonly Check[]): string {
  const rows = checks.flatMap(({ name, faults }) =>
    Object.entries(faults).map(([fault, { what, why, fix, repair }]) => [
      name,
      fault,
      `${what} ${why}`,
      fix,
      repair ? 'yes' : '',
    ]),
  )
  const any = ['any', CANNOT_LOOK_NAME, `${CANNOT_LOOK.what} ${CANNOT_LOOK.why}`, CANNOT_LOOK.fix, '']
  return [
    '| check | finding | what it means | what to do | `--fix` does it |',
    '| --- | --- | --- | --- | --- |',
    ...[...rows, any].map(
      ([check, fault, means, fix, safe]) => `| ${check} | \`${fault}\` | ${means} | ${asCode(fix ?? '')} | ${safe} |`,
    ),
  ].join('\n')
}

/** Commands stand out; sentences stay sentences. */
function asCode(fix: string): string {
  return /^(?:claude-mem|claude|sudo) [^;]*$/.test(fix) ? `\`${fix}\`` : fix
}
