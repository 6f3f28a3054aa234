/**
 * Which provider should word the memories: asked once, at the first interactive install, with what a day costs. Not
 * asked if a flag or setting names one; if nobody can be asked, nothing is set, which means `local`.
 */

import { SETTINGS } from '../../../config.ts'
import { renderNumber } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import { factsOf, PROVIDER_NAMES, type ProviderName } from '../../../memory/model-provider.ts'
import type { Terminal } from '../command.ts'
import type { Questions } from './ask-person.ts'

/**
 * Measured on the 75 open sessions that `npm run bench:extract` reads: 5,400 to 5,800 tokens per question, 400 of them
 * for the answer; turns of everyday work are shorter.
 */
const TOKENS_PER_TURN = 5000
const TURNS_A_DAY = 30
const DAILY_TOKENS = renderNumber(TOKENS_PER_TURN * TURNS_A_DAY)

export function describeProvider(name: ProviderName): string {
  return `${name}: ${factsOf(name).cost}`
}

/** Throws for an unknown provider. */
export function parseProvider(text: string): ProviderName {
  const name = SETTINGS.PROVIDER.parse(text)
  if (name === undefined)
    throw new MemoryError('bad_input', `There is no provider ${text}.`, { hint: PROVIDER_NAMES.join(', ') })
  return name
}

export interface Choosing {
  named: ProviderName | undefined
  /** From settings or environment; undefined when nobody has answered yet. */
  known: ProviderName | undefined
  /** The most a day may cost. */
  budget: number
  terminal: Pick<Terminal, 'line' | 'interactive' | 'json'>
  ask: Questions['ask']
}

/** `set`: the answer has to be saved. */
export async function chooseProvider(by: Choosing): Promise<{ name: ProviderName; set: boolean }> {
  const { named, known, terminal } = by
  if (named !== undefined) return { name: named, set: named !== known }
  if (known !== undefined) return { name: known, set: false }
  if (!terminal.interactive || terminal.json) return { name: 'local', set: false }
  const width = Math.max(...PROVIDER_NAMES.map((name) => name.length))
  terminal.line(
    '\nWho should word the memories? They are made without a model; one that you choose improves their words.',
  )
  for (const [index, name] of PROVIDER_NAMES.entries())
    terminal.line(`  ${index + 1}  ${name.padEnd(width)}  ${factsOf(name).cost}`)
  const most = renderNumber(by.budget)
  terminal.line(
    `A model takes about ${DAILY_TOKENS} tokens on a day of ${TURNS_A_DAY} turns, and never more than ${most}.`,
  )
  for (;;) {
    const answer = (await by.ask(`Number or name [${PROVIDER_NAMES[0]}]: `))?.toLowerCase()
    if (answer === undefined) return { name: 'local', set: false }
    const name =
      answer === ''
        ? PROVIDER_NAMES[0]
        : (PROVIDER_NAMES[Number(answer) - 1] ?? PROVIDER_NAMES.find((one) => one === answer))
    if (name !== undefined) return { name, set: true }
    terminal.line(`There is no ${answer}: a number from 1 to ${PROVIDER_NAMES.length}, or one of the names.`)
  }
}
