/** Maps the client's failures to our troubles. Its sentences are matched, never quoted: they may repeat the request. */
import type { Ended } from './claude-process.ts'
import { ProviderError, type ProviderTrouble, type TokenUsage } from './provider.ts'

/** First match wins; `status` is the API's, if it answered. */
const SIGNS: { says?: RegExp; status?: (status: number) => boolean; trouble: ProviderTrouble; means: string }[] = [
  { says: /not logged in/i, trouble: 'no_login', means: 'Claude Code is not logged in.' },
  { says: /credit balance|billing/i, trouble: 'no_credit', means: 'The account has no credit left.' },
  {
    says: /invalid api key|failed to authenticate|run \/login|oauth token|log in again/i,
    trouble: 'expired_login',
    means: 'The login of Claude Code is no longer accepted.',
  },
  {
    status: (status) => status === 401 || status === 403,
    trouble: 'expired_login',
    means: 'The login of Claude Code is no longer accepted.',
  },
  {
    says: /issue with the selected model/i,
    trouble: 'model_gone',
    means: 'The model does not exist or is not open to this login.',
  },
  {
    status: (status) => status === 404,
    trouble: 'model_gone',
    means: 'The model does not exist or is not open to this login.',
  },
  {
    says: /(usage|session|weekly|hour) limit|hit your limit|limit reached/i,
    trouble: 'rate_limited',
    means: 'The plan’s limit is reached.',
  },
  { status: (status) => status === 429, trouble: 'rate_limited', means: 'The model’s server asks us to slow down.' },
  { status: (status) => status >= 500, trouble: 'server_error', means: 'The model’s server failed or is overloaded.' },
  { says: /prompt is too long/i, trouble: 'bad_request', means: 'The request is too long for the model.' },
  { status: (status) => status >= 400, trouble: 'bad_request', means: 'The model’s server refused the request.' },
  {
    says: /\((ECONN\w+|ENOTFOUND|EAI_AGAIN|ENET\w+|EHOST\w+|EPIPE)\)|unable to connect|can't reach/i,
    trouble: 'no_network',
    means: 'The model’s server cannot be reached.',
  },
  { says: /timed? ?out/i, trouble: 'timeout', means: 'The model did not answer in time.' },
]

const HINTS: Partial<Record<ProviderTrouble, string>> = {
  no_login: 'Run `claude` and log in.',
  expired_login: 'Run `claude` and log in again.',
  model_gone: 'Choose another model.',
  no_network: 'Check the network.',
}

export function troubleOfResult(result: {
  text: string
  status: number | undefined
  usage: TokenUsage
}): ProviderError {
  const { text, status, usage } = result
  const sign = SIGNS.find((one) => one.says?.test(text) || (status !== undefined && one.status?.(status)))
  if (!sign) return new ProviderError('bad_answer', 'Claude Code reported a failure it gave no reason for.', { usage })
  return new ProviderError(sign.trouble, sign.means, withHint(sign.trouble, usage))
}

/** The deadline passed while the client waited for a retry: the reason for that wait says more. */
export function troubleOfDeadline(lastRetry: { status: number | undefined } | undefined): ProviderError {
  if (!lastRetry) return new ProviderError('timeout', 'The model did not answer in time.')
  const { status } = lastRetry
  const sign = SIGNS.find((one) => status !== undefined && one.status?.(status))
  if (sign) return new ProviderError(sign.trouble, sign.means, withHint(sign.trouble))
  return new ProviderError('no_network', 'The model’s server cannot be reached.', withHint('no_network'))
}

export function troubleOfEnd(ended: Ended): ProviderError {
  const { cause, code, complaint } = ended
  const hint = 'Update Claude Code, or name another executable.'
  if (cause) return new ProviderError('no_executable', 'Claude Code cannot be started.', { cause, hint })
  // The argument parser names the unknown option; that cannot contain anything of a request.
  const unknown = /unknown option '(--[\w-]+)'/.exec(complaint)?.[1]
  if (unknown) return new ProviderError('no_executable', `This Claude Code does not know ${unknown}.`, { hint })
  if (code === 126 || code === 127)
    return new ProviderError('no_executable', 'Claude Code cannot be started.', { hint })
  return new ProviderError('bad_answer', `Claude Code ended before it answered (status ${code ?? 'unknown'}).`)
}

function withHint(trouble: ProviderTrouble, usage?: TokenUsage): { hint?: string; usage?: TokenUsage } {
  const hint = HINTS[trouble]
  return { ...(hint === undefined ? {} : { hint }), ...(usage === undefined ? {} : { usage }) }
}
