/** Every failure as one JSON shape. Foreign errors are not quoted: their text may contain a payload. */
import { MemoryError } from '../../memory/error.ts'
import type { ErrorBody } from '../protocol.ts'

export function toErrorBody(error: unknown): ErrorBody {
  if (!(error instanceof MemoryError))
    return { error: { code: 'internal', message: 'Something went wrong; the log has more.' } }
  return { error: error.facts }
}
