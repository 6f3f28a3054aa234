/**
 * The words inside names that programmers write together: camelCase, snake_case, dotted. The keyword index stores them
 * (through the SQL function identifier_parts) and queries are read by the same rule, so that both sides agree.
 */

/** `parseHTTPQuery` and `parse_http_query` → parse, HTTP, Query; one word → itself. */
export function splitIdentifier(name: string): string[] {
  return name
    .split(/_+/)
    .flatMap((word) =>
      CAMEL.test(word) ? word.replace(LOWER_UPPER, '$1 $2').replace(ACRONYM, '$1 $2').split(' ') : [word],
    )
    .filter((word) => word !== '')
}

/** The words of every camelCase name in a text. Snake_case and dots are split by the tokenizer itself. */
export function identifierParts(text: unknown): string {
  if (typeof text !== 'string') return ''
  const names = text.match(CAMEL_NAMES) ?? []
  return [...new Set(names)]
    .flatMap((name) => splitIdentifier(name))
    .filter((part) => part.length > 1)
    .join(' ')
}

const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const LOWER_UPPER = /([a-z0-9])([A-Z])/g
const ACRONYM = /([A-Z]+)([A-Z][a-z])/g
const CAMEL_NAMES = /[A-Za-z0-9]*(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z])[A-Za-z0-9]*/g
