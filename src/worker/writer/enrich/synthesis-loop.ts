/**
 * When the model is asked: each distillation waits for the batch window, then one batch at a time is sent. Nothing here
 * delays storing events. With the provider `local` it does nothing.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { apiKey, type Config, findProgram, providerEnvironment } from '../../../config.ts'
import { MemoryError } from '../../../memory/error.ts'
import { localDay } from '../../../memory/local-day.ts'
import { spentTokens } from '../../../store/budget.ts'
import type { Database } from '../../../store/database.ts'
import type { Waiting } from '../../../store/events.ts'
import { enqueueBatch, findQuietSessions, retrySkipped, wakeBatches } from '../../../store/synthesis-queue.ts'
import { checkProvider, checkRequest } from '../../../synthesis/providers/check.ts'
import { makeProvider, type ProviderSettings } from '../../../synthesis/providers/choose.ts'
import { type Provider, ProviderError } from '../../../synthesis/providers/provider.ts'
import { parseReworded, rewordRequest } from '../../../synthesis/reword-facts.ts'
import { expectedInput, makeTokenScale, type TokenScale } from '../../../synthesis/spending.ts'
import type { Log } from '../../process/log.ts'
import type { ProviderCheck, ReplayDifference, ReplayRequest } from '../../protocol.ts'
import { type EnrichParts, enrichNext } from './enrich.ts'
import { openPayment } from './payment.ts'
import { replaySession } from './replay.ts'

/** Older work is enriched only on request: an import must never cause a bill. */
const RECENT_MS = 24 * 60 * 60 * 1000
/** A session this quiet gets its summary worded even though it has not ended. */
const QUIET_MS = 10 * 60 * 1000

export interface Synthesis {
  /** A session was distilled. `final`: it ended or is being compacted, so its summary is due too. */
  distilled(waiting: Waiting, by: { final: boolean }): void
  /** Works through what is due, one batch after another; returns at once if already running. */
  tick(): void
  /** A successful call also wakes postponed batches: a login may have been renewed. */
  check(): Promise<ProviderCheck>
  /** Tries everything that failed or was postponed at once. */
  retry(): { retried: number }
  replay(ask: ReplayRequest): Promise<ReplayDifference>
  /** Better wording for facts that are kept for good, within the day's budget; undefined when no model can give it. */
  reword(facts: readonly string[]): Promise<string[] | undefined>
  close(): Promise<void>
}

export function makeSynthesis(by: {
  db: Database
  config: Config
  log: Log
  tell: (text: string) => void
  trouble: (error: unknown) => void
}): Synthesis {
  const { db, config, log } = by
  const providers = new Map<Config['PROVIDER'], Provider | undefined>()
  const scales = new WeakMap<Provider, TokenScale>()
  const closing = new AbortController()
  let working: Promise<void> | undefined

  const providerNamed = (name: Config['PROVIDER']): Provider | undefined => {
    if (!providers.has(name)) providers.set(name, open(config, name))
    return providers.get(name)
  }
  const provider = providerNamed(config.PROVIDER)
  // The worker reads settings only at start, so a changed setting may be what the postponed batches waited for.
  if (provider) wakeBatches(db, Date.now())
  const parts = (one: Provider): EnrichParts => {
    const scale = scales.get(one) ?? makeTokenScale()
    scales.set(one, scale)
    return {
      db,
      provider: one,
      budget: config.DAILY_TOKEN_BUDGET,
      now: Date.now,
      scale,
      log,
      tell: by.tell,
      closing: closing.signal,
    }
  }

  async function workOff(one: Provider): Promise<void> {
    const now = Date.now()
    for (const session of findQuietSessions(db, { before: now - QUIET_MS, since: now - RECENT_MS })) {
      enqueueBatch(db, { session: session.id, from: session.at, to: session.at, final: true, dueAt: now, at: now })
    }
    while (!closing.signal.aborted && (await enrichNext(parts(one))) !== 'nothing') await new Promise(setImmediate)
  }

  function tick(): void {
    if (!provider || working || closing.signal.aborted) return
    working = workOff(provider)
      .catch(by.trouble)
      .finally(() => {
        working = undefined
      })
  }
  const wake = (): number => {
    const woken = wakeBatches(db, Date.now())
    tick()
    return woken
  }

  return {
    distilled(waiting, { final }) {
      const now = Date.now()
      if (!provider || now - waiting.lastEventAt > RECENT_MS) return
      const dueAt = now + config.BATCH_WINDOW_MS
      // Last week's events, filled in from a resumed session's transcript, do not count as today's work.
      const from = Math.max(waiting.from, now - RECENT_MS)
      enqueueBatch(db, { session: waiting.session, from, to: waiting.lastEventAt, final, dueAt, at: now })
    },
    tick,
    async check() {
      if (!provider) return { ok: true, model: 'none', ms: 0 }
      const result = toCheck(await paidCheck(parts(provider)))
      if (result.ok) wake()
      return result
    },
    retry: () => ({ retried: retrySkipped(db, Date.now()) + wake() }),
    replay(ask) {
      const named = ask.provider === undefined ? undefined : providerNamed(ask.provider)
      return replaySession({ ...by, now: Date.now, parts: named && parts(named) }, ask)
    },
    async reword(facts) {
      if (!provider || facts.length === 0) return undefined
      return paidRewording(parts(provider), facts)
    },
    async close() {
      closing.abort()
      await Promise.all([...providers.values()].map((one) => one?.close()))
      await working
    },
  }
}

function open(config: Config, name: Config['PROVIDER']): Provider | undefined {
  if (name === 'local') return undefined
  const settings = settingsFor(config, name)
  mkdirSync(settings.cwd, { recursive: true, mode: 0o700 })
  return makeProvider(settings)
}

/**
 * Model, address and key belong to the configured provider; another one, asked for in a replay, gets its own defaults.
 */
export function settingsFor(config: Config, name: Config['PROVIDER']): ProviderSettings {
  const own = name === config.PROVIDER
  return {
    provider: name,
    model: own ? config.MODEL : undefined,
    baseUrl: own ? config.BASE_URL : undefined,
    apiKey: apiKey({ ...config, PROVIDER: name, API_KEY: own ? config.API_KEY : '' }),
    claudePath: config.CLAUDE_PATH || findProgram('claude'),
    // Its own empty folder: the client reads instructions from the folder it runs in.
    cwd: join(config.dataDir, 'observer'),
    env: providerEnvironment(),
  }
}

/** Even the smallest call is paid for. */
async function paidCheck(parts: EnrichParts): Promise<Awaited<ReturnType<typeof checkProvider>>> {
  const { system, prompt, schema, maxOutputTokens } = checkRequest(parts.provider)
  const expected = expectedInput({ own: [system, prompt, JSON.stringify(schema)], observed: [] })
  const payment = openPayment(parts, { expected, maxOutputTokens })
  const result = await checkProvider(parts.provider, { onAttempt: payment.pay })
  if (payment.overBudget) {
    const spent = spentTokens(parts.db, localDay(parts.now()))
    const message = spent > 0 ? 'Today’s token budget is used up.' : 'The daily token budget is too small for a call.'
    return new ProviderError('rate_limited', message, { hint: 'Raise it with --budget.' })
  }
  payment.settle(result.usage)
  return result
}

/** If anything fails, our own words stay. */
async function paidRewording(parts: EnrichParts, facts: readonly string[]): Promise<string[] | undefined> {
  const { provider, log, closing } = parts
  const request = rewordRequest(facts, { thinkingTokens: provider.thinkingTokens ?? 0 })
  const { system, prompt, schema, maxOutputTokens } = request
  const expected = expectedInput({ own: [system, JSON.stringify(schema)], observed: [prompt] })
  const payment = openPayment(parts, { expected, maxOutputTokens })
  try {
    const signals = [AbortSignal.timeout(REWORD_WITHIN_MS), ...(closing ? [closing] : [])]
    const answer = await provider.ask(request, { signal: AbortSignal.any(signals), onAttempt: payment.pay })
    payment.settle(answer.usage, { whole: !answer.truncated })
    return parseReworded(answer.text, facts.length)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    payment.settle(error.usage)
    log.warn('facts were not worded anew', { trouble: error.trouble })
    return undefined
  }
}

const REWORD_WITHIN_MS = 120_000

function toCheck(result: Awaited<ReturnType<typeof checkProvider>>): ProviderCheck {
  if (result instanceof MemoryError) {
    return { ok: false, trouble: result.trouble, message: result.message, hint: result.hint }
  }
  return { ok: true, model: result.model, ms: result.ms }
}
