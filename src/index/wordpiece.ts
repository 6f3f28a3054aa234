/**
 * The tokenizer of all-MiniLM-L6-v2 (BERT, uncased), which must split exactly like the one used in training. One
 * deliberate difference: "[CLS]" or "[MASK]" in a text is ordinary text here, never a special token.
 */
export type Tokenize = (text: string, maxTokens: number) => number[]

/** `json` is the content of the model's tokenizer.json. */
export function makeTokenizer(json: string): Tokenize {
  const { vocab } = (JSON.parse(json) as { model: { vocab: Record<string, number> } }).model // pinned by its hash
  const ids = new Map(Object.entries(vocab))
  const special = (name: string) => ids.get(name) ?? 0
  const start = special('[CLS]')
  const end = special('[SEP]')
  const unknown = special('[UNK]')

  return (text, maxTokens) => {
    const tokens = [start]
    for (const [word] of normalised(text, maxTokens).matchAll(WORD)) {
      if (tokens.length >= maxTokens - 1) break
      tokens.push(...pieces(word, ids, unknown))
    }
    tokens.length = Math.min(tokens.length, maxTokens - 1)
    tokens.push(end)
    return tokens
  }
}

/** Punctuation is separate. Of the symbols only ASCII ones count as punctuation: `±5` is one word. */
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu

/** The ranges BERT calls Chinese characters, without kana and hangul. */
const IDEOGRAPH =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu

/** A token covers at most this many characters, so nothing beyond that is read. 100 is the longest known word. */
const MAX_TOKEN_CHARACTERS = 100

function normalised(text: string, maxTokens: number): string {
  return (
    text
      .slice(0, maxTokens * MAX_TOKEN_CHARACTERS)
      // control, format and unassigned characters are removed, including zero-width ones; tab and line breaks become
      // spaces
      .replace(/[\t\n\r]/g, ' ')
      .replace(/[\p{C}\ufffd]/gu, '')
      .replace(IDEOGRAPH, ' $& ')
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .replace(/Σ/g, 'σ') // letter by letter: no final sigma
      .toLowerCase()
  )
}

/**
 * The longest known beginning, then the longest known continuation, and so on; one gap makes the whole word unknown.
 */
function pieces(word: string, ids: Map<string, number>, unknown: number): number[] {
  if (word.length > MAX_TOKEN_CHARACTERS && [...word].length > MAX_TOKEN_CHARACTERS) return [unknown]
  const found: number[] = []
  for (let from = 0; from < word.length; ) {
    let to = word.length
    let id: number | undefined
    for (; to > from; to--) {
      id = ids.get(from === 0 ? word.slice(0, to) : `##${word.slice(from, to)}`)
      if (id !== undefined) break
    }
    if (id === undefined) return [unknown]
    found.push(id)
    from = to
  }
  return found
}
