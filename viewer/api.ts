/** Asking the worker that served this page. The token came in the address's fragment, which no server sees. */
import { signal } from '@preact/signals'

const TOKEN = 'claude-mem-token'

/** Whether this page may change anything. */
export const mayChange = signal(false)

/** Takes the token out of the address before anything is drawn; it lives as long as this tab. */
export function takeToken(): void {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1]
  if (given) {
    sessionStorage.setItem(TOKEN, given)
    history.replaceState(null, '', location.pathname + location.search)
  }
  mayChange.value = sessionStorage.getItem(TOKEN) !== null
}

export class ApiError extends Error {
  readonly code: string
  readonly hint: string | undefined
  /** What of the request was wrong. */
  readonly field: string | undefined
  constructor(by: { code: string; message: string; hint?: string; field?: string }) {
    super(by.message)
    this.code = by.code
    this.hint = by.hint
    this.field = by.field
  }
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ code: 'internal', message: String(error) })
}

export type Query = Record<string, string | number | boolean | undefined>

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const asked = new URLSearchParams(given)
  return send<T>(asked.size > 0 ? `${path}?${asked}` : path, signal ? { signal } : {})
}

/** Grows when this page has changed something, so that what shows the state asks again. */
export const changesMade = signal(0)

export async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await send<T>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  changesMade.value += 1
  return answer
}

/**
 * Server-sent events, one call for each; resolves when the worker ends the stream. Not `EventSource`, which cannot send
 * the token.
 */
export async function listen<T>(
  path: string,
  by: { signal: AbortSignal; onOpen: () => void; onEvent: (event: T) => void },
): Promise<void> {
  const response = await request(path, { signal: by.signal })
  if (!response.ok || !response.body) throw new ApiError({ code: 'unavailable', message: 'There is no live feed.' })
  by.onOpen()
  let rest = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + part).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) by.onEvent(JSON.parse(event.slice('data: '.length)) as T) // our own worker's JSON
    }
  }
}

async function send<T>(path: string, by: RequestInit): Promise<T> {
  const response = await request(path, by)
  const body = await response.json()
  if (!response.ok) throw new ApiError(body.error)
  return body as T // our own worker's JSON, whose schemas these types come from
}

function request(path: string, by: RequestInit): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN)
  const headers = { ...by.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  return fetch(path, { ...by, headers, cache: 'no-store' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError({
      code: 'unavailable',
      message: 'The memory worker does not answer.',
      hint: 'It sleeps when no session is open. Run `claude-mem ui` to wake it.',
    })
  })
}
