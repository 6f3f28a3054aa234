/** Printing: colours and progress only where a person looks at a terminal, JSON alone where a program reads. */
import { wantsColour } from '../../config.ts'
import type { Terminal } from './command.ts'

export function makeTerminal(json: boolean): Terminal {
  const colour = wantsColour(process.stdout.isTTY === true)
  let inProgress = false
  const clear = () => {
    if (inProgress) process.stderr.write('\r\u001b[2K')
    inProgress = false
  }
  return {
    json,
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    line(text = '') {
      clear()
      if (!json) console.log(text)
    },
    result(value, text) {
      clear()
      console.log(json ? JSON.stringify(value, null, 2) : text)
    },
    progress(text) {
      if (process.stderr.isTTY !== true || json) return
      clear()
      process.stderr.write(text)
      inProgress = true
    },
    bold: (text) => (colour ? `\u001b[1m${text}\u001b[0m` : text),
    dim: (text) => (colour ? `\u001b[2m${text}\u001b[0m` : text),
  }
}
