/** Splits sentences, in any script, without splitting file names, versions and abbreviations. */

/** Sentence ends: Western ones need a space and a plausible beginning after them, East Asian ones do not. */
const END =
  /(?<=[.!?…][”"'’)\]`*]{0,3})\s+(?=["“'‘(¿¡[`*]{0,3}[\p{Lu}\p{Lo}\p{N}`@/_$#+-])|(?<=[。！？])(?![。！？」』）)])/gu
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|fig|incl|resp|p\.ej|ej|bzw|z\.B|aka|St|Dr|Mr|Mrs|Ms)|(?:^|\s)\p{L})\.$/iu

export function splitSentences(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ').trim()
  const sentences: string[] = []
  for (const part of flat.split(END)) {
    const before = sentences.at(-1)
    if (before !== undefined && (ABBREVIATION.test(before) || isOpen(before)))
      sentences[sentences.length - 1] = `${before} ${part}`
    else if (part !== '') sentences.push(part)
  }
  return sentences
}

/** An open bracket or code span: the full stop is inside it. */
function isOpen(text: string): boolean {
  const count = (of: RegExp) => text.match(of)?.length ?? 0
  return count(/`/g) % 2 === 1 || (count(/\(/g) > count(/\)/g) && text.length < 400)
}
