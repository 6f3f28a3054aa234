/** Words quoted for a shell, so that a printed command can be copied. */
export function shellWords(words: string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}
