/** The part of a text that has most of a query's words, in whole sentences and lines. */
import { oneLine } from '../memory/one-line.ts'
import { splitSentences } from '../memory/sentences.ts'
import { termsOf } from './query-terms.ts'
import { tokensOf } from './tokens.ts'

/** At most `most` characters, on one line. */
export function excerpt(text: string, by: { query: string; most: number }): string {
  const wanted = new Set(termsOf(by.query).map(({ stem }) => stem))
  const sentences = text
    .split('\n')
    .flatMap(splitSentences)
    .map((sentence) => ({
      sentence,
      stems: tokensOf(sentence).flatMap(({ whole, parts }) => [whole, ...parts].filter((stem) => wanted.has(stem))),
    }))
  let best = { from: 0, to: 1, found: -1 }
  for (let from = 0; from < sentences.length; from++) {
    const found = new Set<string>()
    let length = 0
    for (let to = from; to < sentences.length; to++) {
      const { sentence = '', stems = [] } = sentences[to] ?? {}
      length += sentence.length + 1
      if (length > by.most && to > from) break
      for (const stem of stems) found.add(stem)
      if (found.size > best.found) best = { from, to: to + 1, found: found.size }
    }
  }
  const chosen = sentences.slice(best.from, best.to).map(({ sentence }) => sentence)
  return oneLine(chosen.join(' '), by.most)
}
