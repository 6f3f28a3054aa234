/**
 * Who is to word the memories: asked once, at the first install a person sits before, with what a day of it costs.
 * Whoever was named by a flag or a setting is not asked about, and where nobody can be asked nothing is set: that is `local`.
 */

import { SETTINGS } from '../../../config.ts'
import { renderNumber } from '../../../memory/count.ts'
import { MemoryError } from '../../../memory/error.ts'
import type { Terminal } from '../command.ts'
import type { ProviderName } from '../provider-settings.ts'
import type { Questions } from './ask-person.ts'

/**
 * Measured on the 75 open sessions that `npm run bench:extract` reads: 5,400 to 5,800 tokens a question, 400 of them for the
 * answer; turns of everyday work are shorter.
 */
const TOKENS_PER_TURN = 5000
const TURNS_A_DAY = 30
const DAILY_TOKENS = renderNumber(TOKENS_PER_TURN * TURNS_A_DAY)

// In dollars, for such a day: 135,000 tokens in and 15,000 out at the list prices of November 2026 (claude-haiku-4-5: 1 and
// 5 a million; gpt-5-mini: 0.25 and 2, with as much again for what it thinks).
const COSTS: Record<ProviderName, string> = {
  local: 'no model, no cost, nothing leaves this machine',
  claude: 'your own Claude Code login; counts against your plan',
  anthropic: 'a key of the Anthropic API; about $0.20 a day with the default model',
  openai: 'any compatible address: about $0.10 a day at OpenAI with the default model, nothing on your own machine',
}
const NAMES = Object.keys(COSTS) as ProviderName[] // the table has exactly these keys

export function describeProvider(name: ProviderName): string {
  return `${name}: ${COSTS[name]}`
}

/** Throws on a name there is no provider of. */
export function parseProvider(text: string): ProviderName {
  const name = SETTINGS.PROVIDER.parse(text)
  if (name === undefined)
    throw new MemoryError('bad_input', `There is no provider ${text}.`, { hint: NAMES.join(', ') })
  return name
}

export interface Choosing {
  named: ProviderName | undefined
  /** What settings or environment say; undefined when nobody has ever answered. */
  known: ProviderName | undefined
  /** The most a day may cost. */
  budget: number
  terminal: Pick<Terminal, 'line' | 'interactive' | 'json'>
  ask: Questions['ask']
}

/** `set`: the answer has to be written down. */
export async function chooseProvider(by: Choosing): Promise<{ name: ProviderName; set: boolean }> {
  const { named, known, terminal } = by
  if (named !== undefined) return { name: named, set: named !== known }
  if (known !== undefined) return { name: known, set: false }
  if (!terminal.interactive || terminal.json) return { name: 'local', set: false }
  const width = Math.max(...NAMES.map((name) => name.length))
  terminal.line(
    '\nWho should word the memories? They are made without a model; one that you choose improves their words.',
  )
  for (const [index, name] of NAMES.entries()) terminal.line(`  ${index + 1}  ${name.padEnd(width)}  ${COSTS[name]}`)
  const most = renderNumber(by.budget)
  terminal.line(
    `A model takes about ${DAILY_TOKENS} tokens on a day of ${TURNS_A_DAY} turns, and never more than ${most}.`,
  )
  for (;;) {
    const answer = (await by.ask(`Number or name [${NAMES[0]}]: `))?.toLowerCase()
    if (answer === undefined) return { name: 'local', set: false }
    const name = answer === '' ? NAMES[0] : (NAMES[Number(answer) - 1] ?? NAMES.find((one) => one === answer))
    if (name !== undefined) return { name, set: true }
    terminal.line(`There is no ${answer}: a number from 1 to ${NAMES.length}, or one of the names.`)
  }
}
