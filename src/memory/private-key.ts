/**
 * Private-key blocks (PEM, OpenSSH, PGP) inside any text: whole, cut off at the end, or with their beginning cut off.
 * Keys reach us through patches (`+` before each line), line-numbered listings and JSON text (`\n` written out), so
 * lines are judged by what is left when such decoration is taken away.
 */
const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
/** A line break, real or escaped once or more. */
const BREAK = /\r?\n|(?:\\+r)?\\+n/g
/** 16-kbit RSA keys are 12.6 KB of PEM: a farther end mark belongs to another block. */
const MAX_BLOCK = 16_384

export const PRIVATE_KEY_MARK = '[redacted:private-key]'

export function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text
  return redactCutBeginnings(redactBlocks(text))
}

function redactBlocks(text: string): string {
  const begins = [...text.matchAll(BEGIN)]
  if (begins.length === 0) return text
  const ends = [...text.matchAll(END)]
  const kept: string[] = []
  let from = 0
  let next = 0
  for (const [i, begin] of begins.entries()) {
    const bodyStart = begin.index + begin[0].length
    while (next < ends.length && (ends[next]?.index ?? 0) < bodyStart) next++
    const end = ends[next]
    const limit = Math.min(begins[i + 1]?.index ?? text.length, bodyStart + MAX_BLOCK)
    const stop =
      end !== undefined && end.index <= limit ? end.index + end[0].length : endOfKeyLines(text, bodyStart, limit)
    if (stop === bodyStart) continue // The mark alone, as in source code that looks for it: nothing secret follows.
    kept.push(text.slice(from, begin.index), PRIVATE_KEY_MARK)
    from = stop
  }
  kept.push(text.slice(from))
  return kept.join('')
}

/** Where the run of key lines after `from` ends; `from` itself when none follows. */
function endOfKeyLines(text: string, from: number, limit: number): number {
  const body = text.slice(from, limit)
  let stop = 0
  let lineStart = 0
  let seen = false
  for (const lineEnd of [...body.matchAll(BREAK), undefined]) {
    const line = body.slice(lineStart, lineEnd?.index ?? body.length)
    if (!isKeyLine(line)) break
    if (bare(line).length >= 16) seen = true
    stop = lineStart + line.length
    if (lineEnd === undefined) break
    lineStart = lineEnd.index + lineEnd[0].length
  }
  return seen ? from + stop : from
}

/** An end mark whose beginning was cut off: the key lines before it go. */
function redactCutBeginnings(text: string): string {
  const kept: string[] = []
  let from = 0
  let lastEnd = 0
  for (const end of text.matchAll(END)) {
    // Never past the mark before: each line is looked at once.
    const windowStart = Math.max(lastEnd, end.index - MAX_BLOCK)
    lastEnd = end.index + end[0].length
    const lines = text.slice(windowStart, end.index).split(/(\r?\n|(?:\\+r)?\\+n)/)
    let start = end.index
    let seen = false
    // From the mark upwards; odd places hold the line breaks.
    for (let i = lines.length - 1; i >= 0; i--) {
      const line = lines[i] ?? ''
      if (i % 2 === 0 && !isKeyLine(line)) break
      if (i % 2 === 0 && bare(line).length >= 16) seen = true
      start -= line.length
    }
    if (!seen) continue
    kept.push(text.slice(from, start), PRIVATE_KEY_MARK)
    from = end.index + end[0].length
  }
  if (kept.length === 0) return text
  kept.push(text.slice(from))
  return kept.join('')
}

function isKeyLine(line: string): boolean {
  const rest = bare(line)
  return rest === '' || /^[A-Za-z0-9+/=]+$/.test(rest) || /^(?:Proc-Type|DEK-Info|Version|Comment|Hash): /.test(rest)
}

/** Without patch signs, quote marks, line numbers and the quotes and commas of code. */
function bare(line: string): string {
  return line.replace(/^[\s+>|"'`-]*(?:\d+[\t→:|] ?)?[\s"'`]*/, '').replace(/[\s"'`,;\\+]+$/, '')
}
