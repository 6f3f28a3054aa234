/**
 * Questions to a person. Asked only at a terminal. The end of input is not an answer and must not end the command
 * midway; lines typed ahead are kept for the next question.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export async function askYesNo(question: string, by: { orElse: boolean }): Promise<boolean> {
  const lines = openQuestions()
  try {
    const answer = await lines.ask(`${question} ${by.orElse ? '[Y/n]' : '[y/N]'} `)
    return answer === undefined || answer === '' ? by.orElse : /^y/i.test(answer)
  } finally {
    lines.close()
  }
}

/** What is typed is not shown, so that it stays in no scrollback. Empty when the input has ended. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = openQuestions({ output: nowhere, terminal: true })
  try {
    return (await lines.ask('')) ?? ''
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** Must be closed: until then the command does not end. */
export interface Questions {
  /** What was typed, trimmed; empty for Enter, undefined when the input has ended. */
  ask: (question: string) => Promise<string | undefined>
  close: () => void
}

export function openQuestions(
  to: { output: NodeJS.WritableStream; terminal?: boolean } = { output: process.stdout },
): Questions {
  const lines = createInterface({ input: process.stdin, ...to })
  const typed = lines[Symbol.asyncIterator]()
  // readline catches Ctrl-C; the user wants the command to end, not to answer.
  lines.on('SIGINT', () => {
    lines.close()
    process.kill(process.pid, 'SIGINT')
  })
  return {
    async ask(question) {
      lines.setPrompt(question)
      lines.prompt()
      const { value, done } = await typed.next()
      return done ? undefined : value.trim()
    },
    close: () => lines.close(),
  }
}
