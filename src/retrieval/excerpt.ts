/** The part of a text with most of a query's words, in whole sentences and lines, without the marks of Markdown. */

import { announcesStep } from '../memory/announced-step.ts'
import { languageOf } from '../memory/language.ts'
import { oneLine } from '../memory/one-line.ts'
import { splitSentences } from '../memory/sentences.ts'
import { tokensOf } from './index-tokens.ts'
import { inOtherLanguage } from './other-words.ts'
import { type QueryTerm, termsOf } from './query-terms.ts'
import { stem } from './stem.ts'

/** At most `most` characters, on one line. */
export function excerpt(text: string, by: { query: string; most: number }): string {
  const terms = termsOf(by.query)
  // A text of headings alone has nothing else to show.
  const sentences = (plainText(text) || text).split('\n').flatMap(splitSentences)
  const best = bestPart(sentences, { wanted: new Set(terms.map(({ stem }) => stem)), most: by.most })
  // None of the words: they may occur in the other language.
  const part = best.found > 0 ? best : bestPart(sentences, { wanted: inOtherWords(terms, by.query), most: by.most })
  return oneLine(sentences.slice(part.from, part.to).join(' '), by.most)
}

/** Line by line without markup: headings, list markers, bold, our own comments. */
function plainText(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
        .replace(/<!--.*?-->/g, '')
        .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, '$1')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function inOtherWords(terms: readonly QueryTerm[], query: string): Set<string> {
  const language = languageOf(query)
  return new Set(terms.flatMap(({ word }) => inOtherLanguage(word, language).map(stem)))
}

function bestPart(texts: readonly string[], by: { wanted: ReadonlySet<string>; most: number }) {
  const sentences = texts.map((sentence) => ({
    sentence,
    stems: tokensOf(sentence).flatMap(({ whole, parts }) => [whole, ...parts].filter((stem) => by.wanted.has(stem))),
  }))
  let best = { from: 0, to: 1, found: 0 }
  for (let from = 0; from < sentences.length; from++) {
    const found = new Set<string>()
    const less = saysLittle(texts[from] ?? '') ? LITTLE : 0
    let length = 0
    for (let to = from; to < sentences.length; to++) {
      const { sentence = '', stems = [] } = sentences[to] ?? {}
      length += sentence.length + 1
      if (length > by.most && to > from) break
      for (const stem of stems) found.add(stem)
      if (found.size > 0 && found.size - less > best.found) best = { from, to: to + 1, found: found.size - less }
    }
  }
  // Sentences before the first match only take room.
  while (best.found > 0 && best.from < best.to - 1 && sentences[best.from]?.stems.length === 0) best.from += 1
  return best
}

/** An announced step, or a line of a log: of two parts with as many words, the other one is shown. */
function saysLittle(sentence: string): boolean {
  return announcesStep(sentence) || /^(?:={3}|-{3}|\$ |\d{4}-\d\d-\d\d[T ]\d\d:)/.test(sentence)
}

/** Less than a word. */
const LITTLE = 0.5
