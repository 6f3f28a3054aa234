/**
 * Separates our instructions to a model from the text it reads. Observed text is put between two lines with a code that
 * occurs nowhere in it, so nothing inside can end the fence. Text inside is also changed so that it does not look like
 * our own markers, because a model judges by appearance. No randomness: the same input gives the same request, so it
 * can be cached.
 */
import { createHash } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { plainAngles, skeleton, withoutInvisible } from './look-alikes.ts'

/** A prompt in pieces: our own words, and observed text that still needs its fence. */
export type Part = string | { data: string }

/** An empty fence, for counting tokens before the code is known. */
export const EMPTY_FENCE = '<<<data 00000000\n\n00000000 data>>>\n'

/** Eight hexadecimal digits, derived from the texts, that occur in none of them. */
export function fenceCode(texts: readonly string[]): string {
  const lower = texts.map((text) => text.toLowerCase())
  for (let attempt = 0; ; attempt++) {
    const hash = createHash('sha256').update(String(attempt))
    for (const text of texts) hash.update('\0').update(text)
    const code = hash.digest('hex').slice(0, 8)
    if (!lower.some((text) => text.includes(code))) return code
  }
}

/** `data` must have passed through `neutralise`, and `code` must come from all texts of the request. */
export function renderParts(parts: readonly Part[], code: string): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : `<<<data ${code}\n${part.data}\n${code} data>>>`))
    .join('\n')
}

/** One kind of line break, nothing invisible, and no line that looks like a fence, a reference or a speaker. */
export function neutralise(text: string): string {
  const visible = withoutInvisible(stripVTControlCharacters(text.toWellFormed()).replace(LINE_BREAK, '\n'))
  return visible.replace(CHAT_MARK, '$& ').split('\n').map(neutraliseLine).join('\n')
}

function neutraliseLine(line: string): string {
  const seen = skeleton(line)
  if (OUR_FENCE.test(seen)) return `| ${spreadAngles(line)}`
  return OUR_LINE.test(seen) || SPEAKER.test(seen) ? `| ${line}` : line
}

function spreadAngles(line: string): string {
  return [...line]
    .map((char) => {
      const angles = plainAngles(char)
      return angles === undefined ? char : `${[...angles].join(' ')} `
    })
    .join('')
}

const LINE_BREAK = /\r\n?|[\v\f\x85\u2028\u2029]/g
const OUR_FENCE = /<<\s{0,8}data|data\s{0,8}>>/
/** `[e3] …`, `[o1] …` and the headings of our templates. */
const OUR_LINE =
  /^\s{0,8}(?:\[[eo]\d+\]|#{1,6}\s{0,8}(?:session|stored observations|earlier turns|new events|task|your (?:role|answer)))/
const SPEAKER =
  /^\s{0,8}(?:[*_#>]{0,4}\s{0,2})(?:system|user|human|assistant|developer|tool)(?: prompt| message)?[*_]{0,2}\s{0,4}:/
/**
 * First character of the markers that separate speakers and tool calls in chat formats; some servers obey them
 * anywhere.
 */
const CHAT_MARK =
  /<(?=[|｜][^|｜\s<>]{1,40}[|｜]>)|[<[](?=\/?(?:INST|s|bos|eos|start_of_turn|end_of_turn|system|assistant|user|human|developer|system-reminder|tool_calls?|tool_use|tool_results?|function_calls?|function_results|invoke|parameter|antml:\w{1,40})[\]>\s])|<(?=<\/?SYS>>)/gi
