/** Just enough of a shell to see which programs a command line runs. Quotes are respected, expansion is not. */

/** The simple commands of a line, split at `;`, `&&`, `||`, `|`, `&` and line ends outside quotes. */
export function simpleCommands(line: string): string[] {
  const commands: string[] = []
  let quote = ''
  let from = 0
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i)
    if (char === '\\' && quote !== "'") i++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (/[;|&\n]/.test(char) && !isRedirection(line, i)) {
      commands.push(line.slice(from, i))
      from = i + 1
    }
  }
  commands.push(line.slice(from))
  return commands.map((command) => command.trim()).filter((command) => command !== '')
}

/** The words of a simple command from the program on: no assignments, no `sudo`, `time`, `env`, and no folder before the name. */
export function programWords(command: string): string[] {
  const words = command.split(/\s+/)
  while (/^(?:[A-Za-z_]\w*=.*|sudo|time|env|command|exec|nohup|\(|\{|!)$/.test(words[0] ?? 'stop')) words.shift()
  const [program = '', ...rest] = words
  return [program.replace(/^[("']+|["')]+$/g, '').replace(/^.*\//, ''), ...rest]
}

/** `2>&1` and `&>file` hold an ampersand that separates nothing. */
function isRedirection(line: string, at: number): boolean {
  return line.charAt(at) === '&' && (line.charAt(at - 1) === '>' || line.charAt(at + 1) === '>')
}
