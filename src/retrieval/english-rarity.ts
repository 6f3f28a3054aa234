/**
 * How common a word is in English, whoever's memories are searched. A store of thirty memories cannot tell: there
 * `tokenizer` and `happened` each stand in one. Words of other languages, names and identifiers are in no such list and
 * count as rare. The list is data, made by scripts/build-english-words.mjs.
 */
import list from './english-words.json' with { type: 'json' }

let ranks: Map<string, number> | undefined

/** 0 for the commonest word of all, 1 for a rare one; in between by the logarithm, as words are distributed. */
export function rarityInEnglish(stem: string): number {
  ranks ??= new Map(list.stems.split(' ').map((word, rank) => [word, rank]))
  const rank = ranks.get(stem)
  return rank === undefined ? 1 : Math.log(rank + 1) / Math.log(ranks.size + 1)
}
