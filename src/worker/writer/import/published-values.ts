/** How a published claude-mem wrote its values in its versions, read into ours. Pure. */

/** Seconds in old versions, milliseconds since; where there is none, the text beside it. */
export function readTime(epoch: unknown, text: unknown): number | undefined {
  const number = typeof epoch === 'bigint' ? Number(epoch) : epoch
  if (typeof number === 'number' && Number.isFinite(number) && number > 0)
    // 1e11: as seconds the year 5138, as milliseconds 1973
    return Math.round(number < 1e11 ? number * 1000 : number)
  const parsed = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}

/** A JSON list, a bare text, or nothing; whatever else JSON can say becomes text. */
export function readList(value: unknown): string[] {
  const text = readText(value).trim()
  if (text === '' || text === 'null') return []
  const parsed = parseJson(text)
  if (parsed === undefined || typeof parsed === 'string') return [typeof parsed === 'string' ? parsed : text]
  const items = Array.isArray(parsed) ? parsed : [parsed]
  return items
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    .filter((item) => item.trim() !== '' && item !== 'null')
}

export function readText(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : ''
}

export function readNumber(value: unknown): number {
  const number = Number(value)
  return Number.isFinite(number) ? number : 0
}

/** undefined for anything that cannot be an id of ours. */
export function readId(value: unknown): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a bare text
  }
}
