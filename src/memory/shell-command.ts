/** Just enough of a shell to see which programs a command line runs. Quotes are respected, expansion is not. */

/** The simple commands of a line, split at `;`, `&&`, `||`, `|`, `&` and line ends outside quotes. */
export function simpleCommands(line: string): string[] {
  return pipelines(line).flat()
}

/** The same, grouped by pipeline: `a | b; c` is `[['a', 'b'], ['c']]`. */
export function pipelines(line: string): string[][] {
  const found: string[][] = [[]]
  for (let rest = line; rest !== ''; ) {
    const command = firstCommand(rest)
    if (command.trim() !== '') found.at(-1)?.push(command.trim())
    const separator = /^(?:&&|\|\||[;|&\n])/.exec(rest.slice(command.length))?.[0] ?? ''
    if (separator !== '|') found.push([])
    rest = rest.slice(command.length + separator.length)
  }
  return found.filter((pipeline) => pipeline.length > 0)
}

/** The first command of the line; '' if the line begins with a separator. */
export function firstCommand(line: string): string {
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i)
    if (char === '\\' && quote !== "'") i++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (/[;|&\n]/.test(char) && !isRedirection(line, i)) return line.slice(0, i)
  }
  return line
}

/** The words of a simple command as typed, with their quotes. */
export function shellWords(command: string): string[] {
  return command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
}

/**
 * The words from the program on, without quotes: no assignments, no `sudo`, `time`, `env`, and no folder before the
 * name.
 */
export function programWords(command: string): string[] {
  const words = shellWords(command)
  while (BEFORE_PROGRAM.test(words[0] ?? 'stop')) words.shift()
  const [program = '', ...rest] = words.map((word) => word.replace(/^["']|["']$/g, ''))
  return [program.replace(/^[("']+|["')]+$/g, '').replace(/^.*\//, ''), ...rest]
}

const BEFORE_PROGRAM = /^(?:[A-Za-z_]\w*=.*|sudo|time|env|command|exec|nohup|timeout|[\d.]+[smh]?|\(|\{|!)$/

/** What `mv` and `git mv` move, with the target of each. */
export function movesIn(line: string): { from: string; to: string }[] {
  return simpleCommands(line).flatMap((command) => {
    const [program, ...words] = programWords(command)
    const moves = program === 'mv' ? words : program === 'git' && words[0] === 'mv' ? words.slice(1) : []
    const paths = moves.filter((word) => !word.startsWith('-'))
    const to = paths.pop() ?? ''
    return paths.map((from) => ({ from, to }))
  })
}

/** `2>&1` and `&>file` contain an ampersand that is not a separator. */
function isRedirection(line: string, at: number): boolean {
  return line.charAt(at) === '&' && (line.charAt(at - 1) === '>' || line.charAt(at + 1) === '>')
}
