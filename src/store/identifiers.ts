/**
 * The words inside compound identifiers: camelCase, snake_case, dotted. The keyword index stores them (through the SQL
 * function identifier_parts), and queries are split by the same rule, so that both sides agree.
 */

/** `parseHTTPQuery` and `parse_http_query` → parse, HTTP, Query; one word → itself. */
export function splitIdentifier(name: string): string[] {
  return name.split(/_+/).flatMap((word) => word.split(BETWEEN_WORDS).filter((part) => part !== ''))
}

/** The words of every camelCase name in a text. The tokenizer itself splits snake_case and dots. */
export function identifierParts(text: unknown): string {
  if (typeof text !== 'string') return ''
  const names = (text.match(/[A-Za-z0-9]+/g) ?? []).filter((name) => BETWEEN_WORDS.test(name))
  return [...new Set(names)]
    .flatMap((name) => splitIdentifier(name))
    .filter((part) => part.length > 1)
    .join(' ')
}

/** `parse|Query`, and `HTTP|Query`. */
const BETWEEN_WORDS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
