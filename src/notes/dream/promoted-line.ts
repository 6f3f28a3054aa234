/**
 * A line that dreaming wrote into MEMORY.md: a fact a person can read, followed by a comment with its source and what
 * would end it. The file alone contains both. Once its visible words are edited, the line belongs to that person.
 */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { countOf } from '../../memory/count.ts'
import { localDay } from '../../memory/local-day.ts'

export interface Evidence {
  path: string
  hash?: string | undefined
}

/** The content of the comment. */
export interface PromotedMark {
  /** Of what was recalled: a chunk, an observation, a summary. */
  key: string
  /** Of the sentence in it. */
  fact: string
  run: string
  /** `memory/2026-04-11.md#L3-L5`, `observation:12`. */
  from: string
  /** The fact's own time, in milliseconds. */
  at: number
  files: Evidence[]
  /** What ends it: `source`, `newer`, `files`, `unused:90d`. A person may remove one. */
  until: string[]
  /** Hash of the visible words, so that an edit is noticed. */
  words: string
}

export interface PromotedLine {
  /** As in the file. */
  line: string
  mark: PromotedMark
  /** The line without its comment. */
  visible: string
  /** Only the fact, without bullet, source and figures. */
  fact: string
  edited: boolean
}

export interface LineFigures {
  score: number
  recalls: number
  questions: number
  days: number
}

export function renderPromotedLine(by: {
  fact: string
  figures: LineFigures
  mark: Omit<PromotedMark, 'words'>
}): string {
  const { fact, figures, mark } = by
  const day = localDay(mark.at)
  const counts = `recalled ${figures.recalls}× by ${countOf(figures.questions, 'question')} on ${countOf(figures.days, 'day')}`
  const visible = `- ${fact} *(from ${mark.from}, ${day}; score ${figures.score.toFixed(2)}, ${counts})*`
  const files = mark.files.map(({ path, hash }) => writeField(path) + (hash === undefined ? '' : `@${hash}`)).join(',')
  const fields = [
    `key=${writeField(mark.key)}`,
    `fact=${mark.fact}`,
    `run=${mark.run}`,
    `from=${writeField(mark.from)}`,
    `at=${new Date(mark.at).toISOString().replace('.000Z', 'Z')}`,
    `until=${mark.until.join(',')}`,
    `words=${wordsHash(visible)}`,
    ...(files === '' ? [] : [`files=${files}`]),
  ]
  return `${visible} <!-- claude-mem:dream ${fields.join(' ')} -->`
}

/** undefined: not one of ours, or its comment is damaged. */
export function parsePromotedLine(line: string): PromotedLine | undefined {
  const found = MARK.exec(line)
  if (found === null) return undefined
  const fields = Object.fromEntries((found[1] ?? '').split(' ').map((field) => splitOnce(field, '=')))
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) return undefined
  const visible = line.slice(0, found.index).trimEnd()
  return {
    line,
    mark: parsed.data,
    visible,
    fact: visible.replace(/^\s*[-*+]\s+/, '').replace(/\s*\*\(from .*\)\*$/, ''),
    edited: wordsHash(visible) !== parsed.data.words,
  }
}

export function findPromotedLines(text: string): PromotedLine[] {
  return text.split('\n').flatMap((line) => parsePromotedLine(line) ?? [])
}

const MARK = /<!-- claude-mem:dream (.*?) -->\s*$/

const Fields = z
  .object({
    key: z.string().min(1),
    fact: z.string().default(''),
    run: z.string().min(1),
    from: z.string(),
    at: z.string(),
    until: z.string().default(''),
    words: z.string(),
    files: z.string().default(''),
  })
  .transform((raw) => ({
    key: readField(raw.key),
    fact: raw.fact,
    run: raw.run,
    from: readField(raw.from),
    at: Date.parse(raw.at) || 0,
    until: raw.until.split(',').filter((one) => one !== ''),
    words: raw.words,
    files: raw.files
      .split(',')
      .filter((one) => one !== '')
      .map((one) => {
        const [path = '', hash] = splitOnce(one, '@')
        return { path: readField(path), ...(hash === '' ? {} : { hash }) }
      }),
  }))

/** Ignores spaces at the ends and between words. */
function wordsHash(visible: string): string {
  return createHash('sha256').update(visible.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 8)
}

/** No space, comma, at sign or end of comment inside a field. */
function writeField(value: string): string {
  return value.replace(/[%\s,@=<>]|--/g, (found) =>
    [...Buffer.from(found)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

function readField(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + at.length)]
}
