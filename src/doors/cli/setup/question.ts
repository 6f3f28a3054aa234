/** A yes-or-no question. Asked only where a person sits at the terminal; Enter takes the default. */
import { createInterface } from 'node:readline/promises'

export async function askYesNo(question: string, by: { orElse: boolean }): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = (await lines.question(`${question} ${by.orElse ? '[Y/n]' : '[y/N]'} `)).trim()
    return answer === '' ? by.orElse : /^y/i.test(answer)
  } finally {
    lines.close()
  }
}
