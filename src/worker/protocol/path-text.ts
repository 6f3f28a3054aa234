/** A path in a request. One that no file can have is refused before anything looks at the folders above it. */
import * as z from 'zod'
import { isTooLong, LONGEST_PATH_BYTES } from '../../memory/path-length.ts'

export const pathText = z
  .string()
  .min(1)
  .max(LONGEST_PATH_BYTES)
  .refine((path) => !isTooLong(path), `A path has at most ${LONGEST_PATH_BYTES} bytes`)
