/**
 * What a memory says beyond its title, in one to three of its own sentences: enough to act on without fetching it. Cut
 * only at the end of a sentence or list item, and without what the title, the request or an earlier line already says.
 */
import { splitSentences } from '../memory/sentences.ts'
import { estimateTokens } from '../memory/token-estimate.ts'
import { makeTold, saidWords, shareSaid, type Told } from '../retrieval/session-start-said.ts'

export interface GistOf {
  title: string
  /** What the user had asked for. */
  subtitle: string
  narrative: string
}

// 260 characters: two typical sentences, 75 tokens, the cost of three titles. In scripts with two or three bytes per
// letter a sentence is shorter, and 90 tokens are the limit.
const MAX_CHARACTERS = 260
const MAX_TOKENS = 90
const MAX_PIECES = 3
/** If the answer has fewer pieces than this, the request is used to say what it was about. */
const LEAST_PIECES = 2
// 6 tokens, 20 letters: shorter pieces are meaningless alone (`Done.`, `- fixed`)
const LEAST_TOKENS = 6

/** '' when there is nothing to add. `times`: how much longer than usual it may be. */
export function gistOf(memory: GistOf, by: { told: Told; times?: number }): string {
  const { told, times = 1 } = by
  const title = saidWords(memory.title)
  const begun = [...wordsWithEnds(memory.title)].map(({ word }) => word)
  const kept: Piece[] = []
  const here = makeTold()
  let length = 0
  let tokens = 0
  for (const piece of piecesOf(memory)) {
    if (kept.length >= (piece.asked ? LEAST_PIECES : MAX_PIECES * times)) break
    const rest = beyondTitle(piece.text, begun)
    const text = rest ?? piece.text
    const cost = estimateTokens(text)
    if (cost < LEAST_TOKENS || EMPTY.test(text)) continue
    if (length + text.length > MAX_CHARACTERS * times || tokens + cost > MAX_TOKENS * times) continue
    const words = saidWords(text)
    if (shareSaid(words, title) >= REPEATED || told.says(words) || here.says(words)) continue
    here.add(words)
    // The rest of the title's sentence comes right after the title.
    if (rest === undefined) kept.push({ ...piece, text })
    else kept.unshift({ ...piece, text })
    length += text.length + 2
    tokens += cost
  }
  return join(kept)
}

// 0.7, lower than between two lines: the sentence a title came from is always here, not by chance
const REPEATED = 0.7

interface Piece {
  text: string
  /** Starts a list item. */
  item: boolean
  /** Part of the user's request. */
  asked: boolean
}

/** Meaningless alone: it introduces something, asks, or thinks aloud. */
const EMPTY = /[:：?？]$|^(?:let me|let['’]s|now let|i['’]ll|(?:but )?wait)\b/i

/** Sentences; those of the user's request last, because the summary has it. A generator, because few are read. */
function* piecesOf({ subtitle, narrative }: GistOf): Generator<Piece> {
  const request = saidWords(subtitle)
  const isRequest = (line: string) => ASKED.test(line) || shareSaid(request, saidWords(line)) >= REQUESTED
  const asked: string[] = []
  for (const line of wholeLines(narrative)) {
    if (isRequest(line)) asked.push(line)
    else yield* sentencesOf(line, false)
  }
  for (const line of asked) yield* sentencesOf(line, true)
}

function* sentencesOf(line: string, asked: boolean): Generator<Piece> {
  const item = ITEM.exec(line)?.[1]
  for (const [at, text] of splitSentences(item ?? line).entries()) {
    yield { text, asked, item: item !== undefined && at === 0 }
  }
}

/** How the user's request is marked in a memory's text. */
const ASKED = /^Asked: /
/** A line with this much of the request in it is the request plus what else was asked. */
const REQUESTED = 0.9
const ITEM = /^\s*[-*•]\s+(.*)$/

/** Commit messages are wrapped: a line that starts in lower case continues the one before, if that is a full line. */
function wholeLines(narrative: string): string[] {
  const lines: string[] = []
  for (const line of narrative.split('\n')) {
    const before = lines.at(-1) ?? ''
    const goesOn = before.length >= WRAPPED_CHARACTERS && !/[.!?:。]$/.test(before) && /^\s*\p{Ll}/u.test(line)
    if (goesOn) lines[lines.length - 1] = `${before} ${line.trim()}`
    else lines.push(line)
  }
  return lines
}

// 60: people wrap at 72, less the next word, which did not fit
const WRAPPED_CHARACTERS = 60

/** A title may be the beginning of a sentence; if so, returns the rest. `begun` are the title's words. */
function beyondTitle(text: string, begun: readonly string[]): string | undefined {
  if (begun.length < LEAST_BEGUN) return undefined
  let at = 0
  let end = 0
  for (const { word, end: ends } of wordsWithEnds(text)) {
    if (at === begun.length) return `… ${restOf(text, end)}`
    if (word !== begun[at]) break
    at += 1
    end = ends
  }
  return undefined
}

/** Without the marks that close the end of the title. */
function restOf(text: string, end: number): string {
  const isInCode = (text.slice(0, end).match(/`/g)?.length ?? 0) % 2 === 1
  const rest = isInCode ? text.slice(end).replace('`', '') : text.slice(end)
  return rest.replace(/^[\s\p{P}]+/u, '')
}

/** Fewer words in common are coincidence. */
const LEAST_BEGUN = 4

function* wordsWithEnds(text: string): Generator<{ word: string; end: number }> {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    yield { word: word.toLowerCase(), end: index + word.length }
  }
}

/** List items are joined with semicolons, sentences as they are. */
function join(pieces: readonly Piece[]): string {
  return pieces.reduce((text, piece, at) => {
    if (at === 0) return piece.text
    const isList = piece.item || pieces[at - 1]?.item
    return isList ? `${text.replace(/[.;,。]$/, '')}; ${piece.text}` : `${text} ${piece.text}`
  }, '')
}
