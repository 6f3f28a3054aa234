/**
 * Parses outside text that may be JSON: undefined when it is not, so that the schema that reads it next reports that.
 */
export function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
