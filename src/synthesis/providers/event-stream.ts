/** Server-sent events of a finished body: the JSON of each `data`, in order. Lines that hold no JSON are left out. */
export function parseEventStream(body: string): unknown[] {
  return body.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n')
    return parseJson(data)
  })
}

/** None for `[DONE]`, for an empty event, and for one that the end of the body cut in two. */
function parseJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
