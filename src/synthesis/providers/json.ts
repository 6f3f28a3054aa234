/** Text from outside that may be JSON: undefined when it is not, so that the schema that reads it next says so. */
export function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
