import { parseOrNothing } from './json.ts'

/** Server-sent events of a finished body: the JSON of each `data`, in order. Lines without JSON are left out. */
export function parseEventStream(body: string): unknown[] {
  return body.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n')
    const json = parseOrNothing(data)
    return json === undefined ? [] : [json] // none for `[DONE]`, an empty event, or a truncated one
  })
}
