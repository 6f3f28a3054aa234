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
  const plain = plainPieces(text)
  const pieces = plain.length > 0 ? plain : text.split('\n').flatMap((line) => sentencesOf({ text: line, item: false }))
  const sentences = pieces.map((piece) => piece.text)
  const best = bestPart(sentences, { wanted: new Set(terms.map(({ stem }) => stem)), most: by.most })
  // None of the words: they may occur in the other language.
  const part = best.found > 0 ? best : bestPart(sentences, { wanted: inOtherWords(terms, by.query), most: by.most })
  return oneLine(joined(pieces.slice(part.from, part.to)), by.most)
}

/** A sentence. `item`: begins a list item or a table row. */
interface Piece {
  text: string
  item: boolean
}

/** Without markup: headings, fences, rulers, list markers, cell borders, bold, links, our own comments. */
function plainPieces(text: string): Piece[] {
  return text
    .split('\n')
    .filter((line) => !LAYOUT.test(line))
    .map((line) => {
      const row = ROW.test(line)
      const marked = row ? cellsOf(line).join(' · ') : line.replace(ITEM, '')
      const plain = marked
        .replace(/<!--.*?-->/g, '')
        .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, '$1')
        .replace(LINK, '$1')
      return { text: plain.trim(), item: row || ITEM.test(line) }
    })
    .flatMap(sentencesOf)
}

/** A heading, a fence, a ruler, the line below a table's head. */
const LAYOUT = /^\s*(?:#{1,6}\s|`{3}|~{3}|(?:[-*_]\s*){3,}$|\|?\s*:?-{2,}[-:|\s]*$)/
const ROW = /^\s*\|.*\|\s*$/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/
/** Not `rows[at](tile)`, which is code. */
const LINK = /(?<![\w\])])!?\[([^\]]+)\]\((?:[^()\s]|\([^()\s]*\))+\)/g

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
}

function sentencesOf({ text, item }: Piece): Piece[] {
  return splitSentences(text).map((sentence, at) => ({ text: sentence, item: item && at === 0 }))
}

/** Items that end without a mark are kept apart by one. */
function joined(pieces: readonly Piece[]): string {
  return pieces.reduce((text, piece) => {
    if (text === '') return piece.text
    return `${text}${piece.item && !/[\p{P}\p{S}]$/u.test(text.replace(/[`)\]"”]+$/, '')) ? ';' : ''} ${piece.text}`
  }, '')
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
      length += sentence.length + 2
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
