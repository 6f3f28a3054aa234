/** Wraps long lines between words, so that none is split at the edge of a terminal. */

/** A command on its own line is not wrapped: a copy must not contain a line break. */
const COMMAND = /^ *(?:[\w ]+: )?(?:claude-mem|claude|npx|npm|node|sh) /

/** `memories   8 observations, …`: continuation lines go below the value, not below the label. */
const LABEL = /^ *\S(?:\S| (?! )){0,17} {2,}(?=\S)/

/** A text of several lines, for a terminal. */
export function fitText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const plain = withoutMarks(line)
      if (plain.length <= width || COMMAND.test(plain)) return [line]
      const label = LABEL.exec(plain)?.[0].length
      return wrapLine(line, label === undefined || label > width / 2 ? { width } : { width, hanging: label })
    })
    .join('\n')
}

/** Continuation lines are indented like the first, or by `hanging` columns. Widths are counted in characters. */
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

function visibleLength(text: string): number {
  return withoutMarks(text).length
}

/** Without bold and dim marks. */
function withoutMarks(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these marks begin with one
  return text.replace(/\u001b\[\dm/g, '')
}
