/**
 * A remembered text as one bullet of a Markdown list: whatever it contains, it stays inside its bullet. Pure. Also
 * finds that bullet again in a file whose white space an editor may have changed.
 */

/** `at`: `HH:MM`, in a log. Lines are joined by `\n`; none at the end. */
export function renderEntry(text: string, at?: string): string {
  const lines = harmless(text)
  const [first = '', ...rest] = lines
  const head = at === undefined ? '-' : `- ${at}`
  // After a time on the same line, a fence, a quote or a table would be plain text.
  if (at !== undefined && /^(`{3,}|~{3,}|[|>])/.test(first)) return [head, ...lines.map(indent)].join('\n')
  return [`${head} ${first.replace(/^[-*+]\s+(?=\S)/, '')}`, ...rest.map(indent)].join('\n')
}

/** The line it begins at, from 1, the last one if there are several; undefined if there is none. */
export function findEntry(content: string, entry: string): number | undefined {
  const wanted = folded(entry)
  const there = folded(content)
  for (let at = there.length - wanted.length; at >= 0; at--)
    if (wanted.every(({ words }, n) => there[at + n]?.words === words)) return there[at]?.line
  return undefined
}

/** As lines. Headings, rules and comments become plain text, an open fence is closed. */
function harmless(text: string): string[] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '') // removes control characters except these two
  const lines: string[] = []
  let fence: string | undefined
  for (const line of plain.trim().split('\n')) {
    const isBlank = line.trim() === ''
    if (fence !== undefined) {
      lines.push(isBlank ? '' : line)
      if (closes(line.trim(), fence)) fence = undefined
      continue
    }
    fence = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (isBlank && lines.at(-1) === '') continue
    lines.push(fence === undefined ? quieted(line.trimEnd()) : line)
  }
  return fence === undefined ? lines : [...lines, fence]
}

function closes(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)
}

function quieted(line: string): string {
  return line.replace(/^(\s*)(?=#{1,6}(\s|$)|(=+|-{2,}|\*{3,}|_{3,})$)/, '$1\\').replaceAll('<!--', '&lt;!--')
}

function indent(line: string): string {
  return line === '' ? '' : `  ${line}`
}

function folded(text: string): { words: string; line: number }[] {
  return text
    .split('\n')
    .map((line, at) => ({
      words: line
        .trim()
        .replace(/^[-*+]\s+/, '')
        .replace(/\s+/g, ' '),
      line: at + 1,
    }))
    .filter(({ words }) => words !== '')
}
