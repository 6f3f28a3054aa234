/**
 * Runs the checks one after another and, if asked, repairs what is safe and looks again. A check never throws: one that
 * cannot look is itself a finding.
 */
import { MemoryError } from '../../../memory/error.ts'
import { findLiveWorker } from '../../../worker/client.ts'
import type { Check, CheckParts, Fault, Found, Outcome } from './check.ts'

export interface Finding {
  check: string
  fault: string
  what: string
  why: string
  fix: string
  /** Can `--fix` do it? */
  safe: boolean
  fixed: boolean
}

export interface Checked {
  name: string
  state: 'ok' | 'fault' | 'skipped'
  /** For a check in order or skipped; a finding says it all itself. */
  says: string
  findings: Finding[]
}

export async function runChecks(
  checks: readonly Check[],
  parts: CheckParts,
  by: { fix: boolean; onChecked?: (checked: Checked) => void },
): Promise<Checked[]> {
  const done: Checked[] = []
  for (const check of checks) {
    const checked = await runCheck(check, parts, by)
    done.push(checked)
    by.onChecked?.(checked)
  }
  return done
}

/** Of a check that could not be carried out. */
export const CANNOT_LOOK: Fault = {
  what: 'A check could not be carried out.',
  why: 'Whether that part works is not known.',
  fix: 'claude-mem logs',
}

async function runCheck(check: Check, parts: CheckParts, { fix }: { fix: boolean }): Promise<Checked> {
  const { name } = check
  const first = await look(check, parts)
  if ('ok' in first) return { name, state: 'ok', says: first.ok, findings: [] }
  if ('skipped' in first) return { name, state: 'skipped', says: first.skipped, findings: [] }
  const repaired = fix ? await repair(check, parts, first.found) : false
  const left = repaired ? await look(check, parts) : first
  const still = 'found' in left ? left.found : []
  const findings = [...first.found.filter(({ fault }) => !still.some((one) => one.fault === fault)), ...still].map(
    (found) => asFinding(check, found, { fixed: !still.includes(found) }),
  )
  return { name, state: 'fault', says: '', findings }
}

async function look(check: Check, parts: CheckParts): Promise<Outcome> {
  try {
    if (check.needsWorker && !(await findLiveWorker(parts.folder))) return { skipped: 'the worker does not answer' }
    parts.say(`Checking ${check.name} …`)
    return await check.run(parts)
  } catch (error) {
    const { message, hint } = MemoryError.from(error)
    const what = `This could not be checked: ${error instanceof MemoryError ? message : String(error)}`
    return { found: [{ fault: CANNOT_LOOK_NAME, what, ...(hint === undefined ? {} : { fix: hint }) }] }
  }
}

export const CANNOT_LOOK_NAME = 'cannot-look'

/** True if anything was tried. What it did shows when the check looks again. */
async function repair(check: Check, parts: CheckParts, found: Found[]): Promise<boolean> {
  const repairs = new Set(found.flatMap(({ fault }) => check.faults[fault]?.repair ?? []))
  for (const act of repairs) {
    try {
      await act(parts)
    } catch {
      // the finding stays, with what a person can do
    }
  }
  return repairs.size > 0
}

function asFinding(check: Check, { fault, what, fix }: Found, { fixed }: { fixed: boolean }): Finding {
  const kind = check.faults[fault] ?? CANNOT_LOOK
  return {
    check: check.name,
    fault,
    what: what ?? kind.what,
    why: kind.why,
    fix: fix ?? kind.fix,
    safe: kind.repair !== undefined,
    fixed,
  }
}
