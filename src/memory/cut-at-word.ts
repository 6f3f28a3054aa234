/** The beginning of a text, at most `most` UTF-16 units, up to the end of a word. A word longer than that is cut through. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most)
  const end = /\s/.test(text[most] ?? '') ? most : head.search(/\s\S*$/)
  // Half a character at the end is none.
  return (end > 0 ? head.slice(0, end) : head.replace(/[\ud800-\udbff]$/, '')).trimEnd()
}
