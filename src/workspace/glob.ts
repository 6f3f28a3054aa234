/** Shell-like patterns: `*` and `?` stay within one path segment, `**` crosses them. Everything else is literal. */
export function matchesGlob(pattern: string, text: string): boolean {
  return new RegExp(`^${globSource(pattern)}$`).test(text)
}

/** As part of a larger regular expression. */
export function globSource(pattern: string): string {
  return pattern.replace(/\*\*\/|\*+|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '*') return '[^/]*'
    if (part.startsWith('*')) return '.*'
    if (part === '?') return '[^/]'
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  })
}
