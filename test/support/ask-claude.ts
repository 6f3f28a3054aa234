/**
 * A process that asks the `claude` provider one question and prints the answer. Tests kill it and check what is left:
 * `node ask-claude.ts '{"executable":…,"model":…,"cwd":…,"env":{…}}'`.
 */
import { ClaudeProvider, type ClaudeProviderOptions } from '../../src/synthesis/providers/claude.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as ClaudeProviderOptions // a test wrote it
const provider = new ClaudeProvider(options)
const answer = await provider.ask(
  {
    system: 'You observe. Answer with JSON.',
    prompt: 'The user changed src/price.js.',
    conversation: 'one',
    preamble: '',
    schema: {},
    maxOutputTokens: 700,
  },
  { signal: new AbortController().signal, onAttempt: () => {} },
)
console.log(JSON.stringify(answer))
await provider.close()
