/** Long lines broken at words, so that none ends in the middle of one at the edge of a terminal. */

/** Lines that follow are indented like their first, or by `hanging` columns. Widths are counted in characters. */
export function wrapLine(line: string, by: { width: number; hanging?: number }): string[] {
  const own = /^ */.exec(line)?.[0] ?? ''
  const indent = ' '.repeat(by.hanging ?? own.length)
  const lines: string[] = []
  let current = own
  let isEmpty = true
  for (const word of line.slice(own.length).split(' ')) {
    if (!isEmpty && visibleLength(current) + 1 + visibleLength(word) > by.width) {
      lines.push(current.trimEnd())
      current = indent
      isEmpty = true
    }
    current += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, current]
}

/** Without the marks that make text bold or dim. */
function visibleLength(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these marks begin with one
  return text.replace(/\u001b\[\dm/g, '').length
}
