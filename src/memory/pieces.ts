/** Splits a long text into pieces of about one size: at a paragraph, a line, a sentence, a word. */

/** About 200 tokens of English: one thought, and less than an embedding model reads well. */
export const PIECE_CHARACTERS = 900

/** A text only this much longer is not worth a second, nearly empty piece. */
export const PIECE_TOLERANCE = 1.3

/** At most `most` pieces; the rest is left out. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > PIECE_CHARACTERS * PIECE_TOLERANCE && pieces.length < most - 1) {
    const at = cutPoint(rest)
    pieces.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest.slice(0, PIECE_CHARACTERS * PIECE_TOLERANCE)]
}

/** The last of the best boundaries in the second half of a full piece; inside a word only if there is none. */
function cutPoint(text: string): number {
  const window = text.slice(PIECE_CHARACTERS / 2, PIECE_CHARACTERS)
  for (const boundary of BOUNDARIES) {
    const last = [...window.matchAll(boundary)].at(-1)
    if (last) return PIECE_CHARACTERS / 2 + last.index + last[0].length
  }
  // never inside a surrogate pair
  return /[\ud800-\udbff]/.test(text.charAt(PIECE_CHARACTERS - 1)) ? PIECE_CHARACTERS - 1 : PIECE_CHARACTERS
}

/** Paragraph, line, sentence, word. */
const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?。！？](?:\s+|(?<=[。！？]))/g, /\s+/g]
