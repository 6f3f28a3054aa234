/**
 * A message as the pieces a reader would quote: headings, list items, table rows, sentences. Agents write Markdown,
 * whose structure shows what belongs together in every language. Code blocks are left out, except a command short
 * enough to be an instruction.
 */
import { splitSentences } from '../../memory/sentences.ts'
import { UNSPACED } from './terms.ts'

export type UnitKind = 'heading' | 'item' | 'row' | 'sentence' | 'command'

export interface Unit {
  kind: UnitKind
  /** One line without emphasis marks; code names keep their backticks. */
  text: string
  /** Nesting of a list item; 0 for everything else. */
  depth: number
  /** Its heading, '' before the first. */
  heading: string
  /** The line that introduces its list or block (`Two things changed:`), else ''. */
  lead: string
  /** Begins with a bold label (`**Cause**: …`). */
  labelled: boolean
}

// 12,000 characters: a plan or a report; anything longer is a document, whose end rarely adds to its beginning
const MAX_CHARACTERS = 12_000
/** A plain limit: the number of short list items in 12,000 characters. */
const MAX_UNITS = 160

export function splitUnits(markdown: string): Unit[] {
  const reading = startReading()
  for (const line of markdown.slice(0, MAX_CHARACTERS).split('\n')) {
    reading.take(line)
    if (reading.units.length >= MAX_UNITS) break
  }
  reading.endParagraph()
  return reading.units
}

/** Without Markdown's emphasis, links and images; text in backticks stays as it is. */
export function plainMarks(text: string): string {
  return text
    .replace(COLOURS, '')
    .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replace(/\*\*(?=\S)([^\n]+?)(?<=\S)\*\*/g, '$1')
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])/g, '$1')
    .replace(/~~(.+?)~~/g, '$1')
    .replace(/^\s*(?:(?:\p{Extended_Pictographic}|[✓✔☑✗✘★])\uFE0F?\s*)+/u, '')
    .replace(/\s+/g, ' ')
    .trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character, where it was not lost
const COLOURS = /\u001b?\[(?:\d{1,3};?){1,4}m/g

const FENCE = /^\s*(?:>\s*)?(`{3,}|~{3,})(\w*)/
const HEADING = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/
const BOLD_LINE = /^\s*(?:\d+[.)]\s+)?\*\*([^*]+?)\*\*:?\s*$/
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)]|[（(]\d{1,2}[)）])\s+(?:\[[ xX]\]\s+)?(.+)$/
const TABLE_ROW = /^\s*\|(.+)\|\s*$/
const TABLE_RULE = /^\s*\|?[\s:|-]+\|[\s:|-]*$/
const RULE = /^\s*(?:[-*_=]\s*){3,}$|[─━═▬_]{5,}/
const COMMAND_LANGUAGE = /^(?:ba|z|fi)?sh$|^(?:shell|console|powershell|ps1|cmd)$/

/** Reads line by line; an open paragraph, item or code block is kept until the line that ends it. */
function startReading(): { units: Unit[]; take: (line: string) => void; endParagraph: () => void } {
  const units: Unit[] = []
  let paragraph: string[] = []
  let item: { depth: number; lines: string[] } | undefined
  let heading = ''
  let lead = ''
  let fence: { mark: string; language: string; lines: string[] } | undefined
  let inTable = false
  let indents: number[] = []
  return { units, take, endParagraph }

  function take(line: string): void {
    const opening = FENCE.exec(line)
    const title = HEADING.exec(line)?.[1] ?? BOLD_LINE.exec(line)?.[1]
    const listed = ITEM.exec(line)
    if (fence !== undefined) takeCode(line, fence)
    else if (opening?.[1] !== undefined) {
      endParagraph()
      fence = { mark: opening[1], language: opening[2] ?? '', lines: [] }
    } else if (TABLE_ROW.test(line)) takeRow(line)
    else if (line.trim() === '' || RULE.test(line)) endParagraph()
    else if (title !== undefined) takeHeading(title)
    else if (listed?.[2] !== undefined) takeItem(listed[1]?.length ?? 0, listed[2])
    else if (item !== undefined && /^\s{2,}\S/.test(line)) item.lines.push(line.trim())
    else {
      if (item !== undefined) endParagraph()
      paragraph.push(line.replace(/^\s*>\s?/, ''))
    }
    inTable = TABLE_ROW.test(line)
  }

  function endParagraph(): void {
    const [ended, lines] = [item, paragraph]
    item = undefined
    paragraph = []
    if (ended !== undefined) addText('item', ended.lines.join(' '), ended.depth)
    if (lines.length === 0) return
    indents = []
    lead = ''
    const text = lines.join(UNSPACED.test(lines[0] ?? '') ? '' : ' ')
    const listed = findInlineList(text)
    if (listed !== undefined) {
      addText('sentence', listed.lead, 0)
      lead = plainMarks(listed.lead.slice(listed.lead.search(LAST_SENTENCE)))
      for (const one of listed.items) addText('item', one, 0)
      return
    }
    addText('sentence', text, 0)
    const last = units.at(-1)
    if (/[:：]\s*$/.test(text) && last?.kind === 'sentence') lead = last.text
  }

  function takeHeading(text: string): void {
    endParagraph()
    indents = []
    lead = ''
    heading = plainMarks(text).replace(/[:：]$/, '')
    add({ kind: 'heading', text: heading, depth: 0, labelled: false })
  }

  function takeItem(indent: number, text: string): void {
    endParagraph()
    while ((indents.at(-1) ?? 0) > indent) indents.pop()
    if (indents.at(-1) !== indent) indents.push(indent)
    item = { depth: indents.length - 1, lines: [text] }
  }

  /** A table's first row names its columns. */
  function takeRow(line: string): void {
    endParagraph()
    if (TABLE_RULE.test(line) || !inTable) return
    const [first = '', ...rest] = (TABLE_ROW.exec(line)?.[1] ?? '').split(/(?<!\\)\|/).map(plainMarks)
    const cells = [first, rest.filter((cell) => cell !== '').join(', ')].filter((cell) => cell !== '')
    add({ kind: 'row', text: cells.join(': '), depth: 0, labelled: true })
  }

  function takeCode(line: string, open: NonNullable<typeof fence>): void {
    if (!line.trim().startsWith(open.mark)) {
      open.lines.push(line)
      return
    }
    fence = undefined
    const lines = open.lines.map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('#'))
    if (!isInstruction(lines, open.language)) return
    add({ kind: 'command', text: `\`${lines.join(' && ').replace(/^\$ /, '')}\``, depth: 0, labelled: false })
  }

  function addText(kind: 'item' | 'sentence', text: string, depth: number): void {
    const plain = plainMarks(text)
    // An item is one thought, unless it is as long as a paragraph.
    const parts = kind === 'item' && plain.length <= MAX_ITEM ? [plain] : splitSentences(plain)
    for (const [i, part] of parts.entries()) add({ kind, text: part, depth, labelled: i === 0 && LABEL.test(text) })
  }

  function add(unit: Omit<Unit, 'heading' | 'lead'>): void {
    if (!/[\p{L}\p{N}]/u.test(unit.text)) return
    const isHeading = unit.kind === 'heading'
    units.push({ ...unit, heading: isHeading ? '' : heading, lead: unit.kind === 'sentence' || isHeading ? '' : lead })
  }
}

const LAST_SENTENCE = /[^.!?。！？]*$/

/** `Still to do: 1. the guide 2. the tests`: a list written in one line. */
function findInlineList(text: string): { lead: string; items: string[] } | undefined {
  const lead = /^.*?[:：](?=\s*[（(]?1[.)）]\s)/.exec(text)?.[0]
  if (lead === undefined) return undefined
  const items = text.slice(lead.length).trim().split(INLINE_MARK)
  const counted = items.every((item, i) => new RegExp(`^[（(]?${i + 1}[.)）]\\s`).test(item))
  if (items.length < 2 || !counted) return undefined
  return { lead, items: items.map((item) => item.replace(/^\S+\s+/, '').replace(/[,;]$/, '')) }
}

const INLINE_MARK = /\s+(?=[（(]?\d{1,2}[.)）]\s)/

/** A plain limit: a longer item is a paragraph with a number in it. */
const MAX_ITEM = 320
const LABEL = /^(?:\*\*|__)[^*_]{2,60}(?:\*\*|__)\s*[:：—–-]|^(?:\*\*|__)[^*_]{2,60}[:：](?:\*\*|__)/

/** Up to two lines are something to run; more is a listing. */
function isInstruction(lines: readonly string[], language: string): boolean {
  if (lines.length === 0 || lines.length > 2) return false
  return COMMAND_LANGUAGE.test(language) || (language === '' && /^[\w./$~-]+ [\w./-]/.test(lines[0] ?? ''))
}
