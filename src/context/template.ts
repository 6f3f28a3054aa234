/** Sentences an agent reads stand in `.md` files, with names in braces for what changes in them. */
export function fill(template: string, words: Record<string, string>): string {
  return template.trim().replace(/\{(\w+)\}/g, (mark, name: string) => words[name] ?? mark)
}
