/**
 * Asks several commands one question after another, in turn, and times each, so that a slow moment of the machine
 * affects all of them alike.
 */

/** Not counted: code is compiled and pages are read. */
export const WARM_UP = 12

/**
 * Milliseconds by command. Each turn starts with another command, so that none always finds the pages already read.
 * Every question is asked; if that gives fewer than `atLeast` timed answers, the questions are repeated.
 */
export async function askInTurn<Name extends string, Question>(
  commands: Record<Name, (question: Question) => unknown>,
  by: { questions: readonly Question[]; atLeast?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(commands) as Name[] // the keys of this record
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]> // one for each
  const turns = Math.max(by.questions.length, WARM_UP + (by.atLeast ?? 0))
  let shownAt = Date.now()
  for (let turn = 0; turn < turns; turn++) {
    const question = by.questions[turn % by.questions.length] as Question // inside the list
    for (let place = 0; place < names.length; place++) {
      const name = names[(turn + place) % names.length] as Name // inside the list
      const startedAt = performance.now()
      await commands[name](question)
      if (turn >= WARM_UP) times[name].push(performance.now() - startedAt)
    }
    if (Date.now() - shownAt < 10_000) continue
    shownAt = Date.now()
    process.stderr.write(`asked ${turn + 1} of ${turns}\n`)
  }
  return times
}
