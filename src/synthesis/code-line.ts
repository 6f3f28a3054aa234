/** One changed line of code as a clause: `return x` → "f now returns x". Says what stands there, not why. */
export function renderLine(subject: string, line: { from: string; to: string }): string {
  const gone = line.to === ''
  const code = tidy(gone ? line.from : line.to)
  const name = subject.split('.').at(-1) ?? subject
  const signature = gone
    ? -1
    : code.search(new RegExp(`(?:function|def|fn|func|fun)\\s+${name.replace(/\W/g, '\\$&')}\\(`))
  if (signature >= 0) return `${subject} takes ${clip(code.slice(code.indexOf('(', signature)), 75)}`
  const inserted = insertion(line)
  if (inserted !== '') return `${subject} now has ${clip(inserted, 85)}`
  for (const [pattern, now, no] of FORMS) {
    const rest = pattern.exec(code)?.[1]
    if (rest !== undefined && rest !== '')
      return `${subject} ${gone ? `no longer ${no}` : `now ${now}`} ${clip(balanced(rest), 70)}`
  }
  return `${subject} ${gone ? 'no longer has' : 'now has'} ${clip(code, 70)}`
}

export function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`
}

/** Pattern, and the verb in both moods. */
const FORMS: [RegExp, string, string][] = [
  [/^(?:else )?(?:if|elif|unless)\s*\(?(.+?)\)?(?: then)?$/, 'checks', 'checks'],
  [/^while\s*\(?(.+?)\)?$/, 'loops while', 'loops while'],
  [/^(?:for|foreach)\s*\(?(.+?)\)?$/, 'loops over', 'loops over'],
  [/^return\s+(.+)$/, 'returns', 'returns'],
  [/^(?:throw(?: new)?|raise)\s+(.+)$/, 'raises', 'raises'],
  [/^assert\s+(.+)$/, 'asserts', 'asserts'],
  [/^(?:\}\s*)?from\s+["'](.+?)["']$/, 'imports from', 'imports from'],
  [/^from\s+(\S+\s+import\s+.+)$/, 'imports from', 'imports from'],
  [/^(?:import|use|require|#include)\s+(.+)$/, 'imports', 'imports'],
  [/^export\s+(?:type\s+)?(.+)$/, 'exports', 'exports'],
  [/^(?:except|catch)\s*\(?(.+?)\)?$/, 'catches', 'catches'],
  [/^with\s+(.+)$/, 'runs with', 'runs with'],
  [/^(?:const|let|var|my|val|auto)?\s*([\w.$[\]"']+\s*(?::[^=]+)?[-+*/|&]?=\s.+)$/, 'sets', 'sets'],
  [/^(?:await\s+|yield\s+)?((?:new\s+)?[\w.$]+\(.*)$/, 'calls', 'calls'],
]

/** What came into a long line that otherwise stayed as it was. */
function insertion(line: { from: string; to: string }): string {
  // 55 characters: a shorter line is read faster than its difference
  if (line.from === '' || line.to.length < 55) return ''
  let head = 0
  while (head < line.from.length && line.from[head] === line.to[head]) head++
  let tail = 0
  while (tail < line.from.length - head && line.from.at(-1 - tail) === line.to.at(-1 - tail)) tail++
  if (line.from.length - head - tail > 2) return ''
  const came = line.to.slice(head, line.to.length - tail).replace(/^[\s,;]+|[\s,;]+$/g, '')
  return came.length >= 8 && came.includes(' ') ? came : ''
}

function tidy(code: string): string {
  return code
    .trim()
    .replace(/\s*(?:\/\/|#\s).*$/, '')
    .replace(/\s*[{:;,([]+\s*$/, '')
    .replace(/^\}\s*(?=else|catch)/, '')
    .trim()
}

/** Without the closing brackets whose opening ones were cut off with the keyword. */
function balanced(code: string): string {
  let depth = 0
  for (const char of code) depth += char === '(' ? 1 : char === ')' ? -1 : 0
  return depth > 0 && !code.endsWith('(') ? `${code}${')'.repeat(Math.min(depth, 2))}` : code
}
