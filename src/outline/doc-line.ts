/** The first meaningful line of a doc comment or docstring, without its markup. */
import { oneLine } from '../memory/one-line.ts'

const DOC_CHARS = 100

export function docLine(comment: string): string {
  for (const line of comment.slice(0, 2000).split('\n')) {
    const words = line
      .replace(/^\s*(\/\*+!?|\*+\/|\*|\/\/[/!]*|#+|--+(\[=*\[)?|<!--|;+|"""|'''|[rbuRBU]?["'])\s?/, '')
      .replace(/\s*(\*+\/|-->|\]=*\]|"""|''')\s*$/, '')
      .replace(/<\/?[a-zA-Z][^>]*>/g, '') // <summary> and its like
      .trim()
    if (words.startsWith('@')) return '' // tags follow, the text is over
    if (/[\p{L}\p{N}]/u.test(words) && !isOrder(words)) return oneLine(words, DOC_CHARS)
  }
  return ''
}

/** Meant for a tool, not for a reader. */
function isOrder(words: string): boolean {
  return /^(eslint-|biome-|prettier-|istanbul |c8 |v8 |noqa|type: ignore|pylint:|rubocop:|#?(end)?region\b|@ts-|nolint|!\/)/.test(
    words,
  )
}
