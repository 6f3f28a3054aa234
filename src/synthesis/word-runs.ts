/**
 * Runs of words in the same order, as the eye reads them: similarity between two texts that is not coincidence. Pure.
 */
import { skeleton } from './enrich/look-alikes.ts'

// 7 words in the same order are not coincidence
const RUN_OF_WORDS = 7

export function runsOf(text: string): string[] {
  const words = skeleton(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(RUN_OF_WORDS - 1).map((_, index) => words.slice(index, index + RUN_OF_WORDS).join(' '))
}
