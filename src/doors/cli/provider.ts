/** Shows which provider words the memories, what it costs, and whether it works; changes it in settings.json. */
import { countOf, renderNumber } from '../../memory/count.ts'
import { MemoryError } from '../../memory/error.ts'
import { factsOf, PROVIDER_NAMES } from '../../memory/model-provider.ts'
import { askWorker } from '../../worker/client.ts'
import type { ProviderCheck, Status } from '../../worker/protocol.ts'
import { defineCommand, type Invocation } from './command.ts'
import { changeProvider } from './provider-settings.ts'
import { openQuestions } from './setup/ask-person.ts'
import { stopWorker } from './stop.ts'
import { optional, text, toggle } from './takes.ts'

const FLAGS = {
  model: text('MODEL', 'use this model instead of the provider’s default'),
  'base-url': text('URL', 'address of the API, for openai and anthropic'),
  budget: text('N', 'the most tokens a day'),
  'key-stdin': toggle('read the key from standard input'),
  check: toggle('make one small call to see whether it works'),
  retry: toggle('try at once what failed or was put off'),
}
const ARGS = { name: optional('NAME', `change to this one: ${PROVIDER_NAMES.join(', ')}`, { offers: PROVIDER_NAMES }) }

const KEY_VARIABLES = PROVIDER_NAMES.flatMap((name) => factsOf(name).keyVariable ?? [])

const provider = defineCommand({
  summary: 'show or change who words the memories, and what it costs',
  about: [
    ...PROVIDER_NAMES.map((name) => `${name}: ${factsOf(name).cost}.`),
    `A key comes from --key-stdin (it is asked for at a terminal), settings.json, ${KEY_VARIABLES.join(' or ')}. It is never shown.`,
    'Without a name or an option it shows the provider and today’s tokens.',
  ],
  args: ARGS,
  flags: FLAGS,
  examples: [
    'provider',
    'provider claude',
    'provider openai --base-url http://localhost:11434/v1 --model llama3',
    'provider --check',
  ],
  async run(invocation) {
    const { args, flags, folder, terminal } = invocation
    const changes = [args.name, flags.model, flags['base-url'], flags.budget, flags['key-stdin']].some(
      (one) => one !== undefined,
    )
    if (changes) await change(invocation)
    if (flags.retry) {
      const { retried } = await askWorker(folder, 'POST /api/provider/retry')
      const batches = countOf(retried, 'batch is', 'batches are')
      return terminal.result({ retried }, retried === 0 ? 'Nothing has failed.' : `${batches} tried again now.`)
    }
    const status = await askWorker(folder, 'GET /api/status')
    const wantsCheck = flags.check === true || (changes && status.synthesis.provider !== 'local')
    const check = wantsCheck ? await askWorker(folder, 'POST /api/provider/check') : undefined
    // A check costs tokens, too.
    const shown = check ? await askWorker(folder, 'GET /api/status') : status
    const isRefused = flags.check === true && check?.ok === false
    terminal.result({ ...shown.synthesis, check }, render(shown, isRefused ? undefined : check))
    if (isRefused)
      throw new MemoryError('unavailable', check.message, check.hint === undefined ? {} : { hint: check.hint })
  },
})
export default provider

async function change({ args, flags, folder }: Invocation<typeof FLAGS, typeof ARGS>): Promise<void> {
  changeProvider(folder, {
    provider: args.name,
    model: flags.model,
    baseUrl: flags['base-url'],
    budget: flags.budget,
    key: flags['key-stdin'] ? await getKey() : undefined,
  })
  // The next worker reads the new settings and retries what waited for them at once.
  await stopWorker(folder)
}

async function getKey(): Promise<string> {
  const key = process.stdin.isTTY ? await askForKey() : await readInput()
  if (key !== '') return key
  throw new MemoryError('bad_input', 'There was no key to read. Nothing was changed.', {
    hint: 'Send it, for example: claude-mem provider anthropic --key-stdin < key.txt',
  })
}

async function readInput(): Promise<string> {
  let line = ''
  for await (const chunk of process.stdin) line += chunk
  return line.trim()
}

async function askForKey(): Promise<string> {
  const questions = openQuestions()
  try {
    return (await questions.ask('Paste the key and press Enter: ')) ?? ''
  } finally {
    questions.close()
  }
}

function render({ synthesis }: Status, check: ProviderCheck | undefined): string {
  const { provider: name, model, spentToday, budget, waiting, skipped, lastError } = synthesis
  if (name === 'local') return 'provider   local: no model, no cost'
  return [
    `provider   ${name} (${model})`,
    `today      ${renderNumber(spentToday)} of ${renderNumber(budget)} tokens`,
    `waiting    ${countOf(waiting, 'batch', 'batches')}${skipped > 0 ? `, ${skipped} skipped (claude-mem provider --retry)` : ''}`,
    ...(lastError ? [`last error ${lastError}`] : []),
    ...(check
      ? [
          check.ok
            ? `check      works, ${check.ms} ms`
            : `check      ${check.message}${check.hint ? ` ${check.hint}` : ''}`,
        ]
      : []),
  ].join('\n')
}
