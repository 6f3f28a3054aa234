/** Splits a line longer than a chunk: at sentence ends, else between words, else anywhere. Pure. */

export interface LinePiece {
  text: string
  /** What comes before it. */
  boundary: 'sentence' | 'word'
}

/** A quarter of a chunk: small enough to fill chunks well. */
const SHARE_OF_CHUNK = 4

/** Every character is in one piece; no piece has more than a quarter of `mostBytes`. Short sentences share one. */
export function cutLine(line: string, mostBytes: number): LinePiece[] {
  const most = Math.max(4, Math.floor(mostBytes / SHARE_OF_CHUNK)) // 4: the longest character
  const pieces: LinePiece[] = []
  let size = 0
  for (const sentence of line.split(SENTENCE_END)) {
    const bytes = Buffer.byteLength(sentence)
    const before = pieces.at(-1)
    if (before !== undefined && size + bytes <= most / 2) {
      before.text += sentence
      size += bytes
      continue
    }
    size = bytes
    for (const [at, text] of cutWords(sentence, most).entries())
      pieces.push({ text, boundary: at === 0 ? 'sentence' : 'word' })
  }
  return pieces
}

/** The lookahead comes first, so that a megabyte of spaces is scanned once. */
const SENTENCE_END = /(?=\S)(?<=[.!?…]["'”’)\]]?\s+)|(?<=[。！？])(?=.)/u

function cutWords(text: string, most: number): string[] {
  if (Buffer.byteLength(text) <= most) return [text]
  const pieces: string[] = []
  let begin = 0
  let bytes = 0
  let wordEnd = 0
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const size = Buffer.byteLength(character)
    if (bytes + size > most) {
      const end = wordEnd > begin ? wordEnd : at
      pieces.push(text.slice(begin, end))
      begin = end
      bytes = Buffer.byteLength(text.slice(begin, at))
    }
    bytes += size
    at += character.length
    if (/\s/.test(character)) wordEnd = at
  }
  return [...pieces, text.slice(begin)]
}
