/**
 * Words of one language and their translations: lines of `word translation …`, best first, sorted by word, all lower
 * case without accents. Searched directly in the file's text, so it costs its own size in memory and no time to open.
 * Pure: the text is an argument.
 */
export interface Lexicon {
  /** Best first; empty for an unknown word. */
  find(word: string): string[]
  /** The known word that shares the longest beginning with this one. */
  findNearest(word: string): { word: string; shared: number; translations: string[] } | undefined
}

export function makeLexicon(text: string): Lexicon {
  const lineAt = (at: number): [word: string, ...translations: string[]] => {
    const end = text.indexOf('\n', at)
    return text.slice(at, end < 0 ? text.length : end).split(' ') as [string, ...string[]] // a split has a first part
  }
  /** Start of the first line whose word is not below `word`. */
  const placeOf = (word: string): number => {
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = text.lastIndexOf('\n', Math.floor((low + high) / 2) - 1) + 1
      const start = Math.max(low, middle)
      const [found] = lineAt(start)
      if (found < word) low = nextLine(text, start)
      else high = start
    }
    return low
  }
  return {
    find(word) {
      const [found, ...translations] = lineAt(placeOf(word))
      return found === word ? translations : []
    },
    findNearest(word) {
      const place = placeOf(word)
      const before = place === 0 ? undefined : text.lastIndexOf('\n', place - 2) + 1
      return [place, before]
        .filter((at) => at !== undefined && at < text.length)
        .map((at) => lineAt(at ?? 0))
        .map(([known, ...translations]) => ({ word: known, shared: sharedStart(known, word), translations }))
        .reduce<ReturnType<Lexicon['findNearest']>>(
          (best, one) => (one.shared > (best?.shared ?? 0) ? one : best),
          undefined,
        )
    },
  }
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
