/** What a flag holds, read as the command needs it. */
import { MemoryError } from '../../memory/error.ts'

export function wholeNumber(
  flag: string | boolean | undefined,
  name: string,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): number | undefined {
  if (flag === undefined) return undefined
  const value = Number(flag)
  if (Number.isInteger(value) && value >= least && value <= most && String(flag).trim() !== '') return value
  throw new MemoryError(
    'bad_input',
    `--${name} must be a whole number from ${least} ${most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`}.`,
  )
}
