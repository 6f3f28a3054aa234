/**
 * Printing: colours and progress only on a terminal, only JSON for programs. Every text passes through here, so that no
 * stored text can control the terminal or hide in it.
 */
import { wantsColour } from '../../config.ts'
import { safeJson, safeLines } from '../../memory/safe-text.ts'
import type { Printing, Terminal } from './command.ts'
import { fitText } from './wrap.ts'

export function makeTerminal(json: boolean): Terminal {
  const colour = wantsColour(process.stdout.isTTY === true)
  let inProgress = false
  const clear = () => {
    if (inProgress) process.stderr.write('\r\u001b[2K')
    inProgress = false
  }
  return {
    json,
    width: widthOf(process.stdout),
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    line(text = '', by = {}) {
      clear()
      if (!json) console.log(fitted(printable(text, colour), by))
    },
    result(value, text, by = {}) {
      clear()
      console.log(json ? safeJson(JSON.stringify(value, null, 2)) : fitted(printable(text, colour), by))
    },
    progress(text) {
      if (process.stderr.isTTY !== true || json) return
      clear()
      process.stderr.write(printable(text, false))
      inProgress = true
    },
    bold: (text) => (colour ? `${BOLD}${safeLines(text)}${PLAIN}` : text),
    dim: (text) => (colour ? `${DIM}${safeLines(text)}${PLAIN}` : text),
  }
}

function fitted(text: string, { verbatim = false }: Printing): string {
  return verbatim ? text : fitTo(process.stdout, text)
}

/** A pipe gets whole lines. */
export function fitTo({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>, text: string): string {
  return isTTY && columns > 0 ? fitText(text, Math.max(columns, NARROWEST)) : text
}

/** For output that is not a terminal, and the most on a wide one: longer lines are hard to read. */
const WIDEST = 100
/** On narrower terminals the terminal itself wraps: a column of text needs some room. */
const NARROWEST = 40

function widthOf({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number {
  return isTTY && columns > 0 ? Math.min(Math.max(columns, NARROWEST), WIDEST) : WIDEST
}

const PLAIN = '\u001b[0m'
const BOLD = '\u001b[1m'
const DIM = '\u001b[2m'
const OURS = [PLAIN, BOLD, DIM]

/** Our own three marks stay; a forged one can only make text bold until the end of the line. */
export function printable(text: string, colour: boolean): string {
  if (!colour) return safeLines(text)
  const parts = text.split(SPLIT_AT_OURS).map((part) => (OURS.includes(part) ? part : safeLines(part)))
  return text.includes('\u001b') ? `${parts.join('')}${PLAIN}` : parts.join('')
}

const SPLIT_AT_OURS = new RegExp(`(${OURS.map((mark) => mark.replace('[', '\\[')).join('|')})`)
