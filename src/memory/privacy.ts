/**
 * What a person marked as private never becomes memory, and neither do our own words.
 * `<private>…</private>` is removed wherever it stands; so is the context we injected ourselves, or every recall would be
 * remembered as news. What stood inside a private block is also looked for elsewhere in the session, because tools echo
 * what people type. Pure, and linear in the text: it sees hostile input.
 */

/**
 * Up to four blanks inside the brackets are forgiven; `[^<>]*` ends at the next bracket, so a scan never restarts. JSON, HTML and
 * URLs write the brackets in their own way; there, attributes are short.
 */
const TAG =
  /<[ \t]{0,4}(\\{0,2}\/)?[ \t]{0,4}(private|claude-mem-context)(\s[^<>]*|\/)?>|(?:\\{1,4}(?:u00|x)3c|&lt;|&#0{0,4}60;|&#x0{0,4}3c;|%3c)[ \t]{0,4}(\\{0,2}\/|%2f)?[ \t]{0,4}(private|claude-mem-context)((?:\s|%20)[^<>&\\%]{0,200}|\/)?(?:\\{1,4}(?:u00|x)3e|&gt;|&#0{0,4}62;|&#x0{0,4}3e;|%3e|>)/gi

/** Removes private blocks and our injected blocks. Nested blocks go whole, an unclosed one goes to the end of the text. */
export function stripPrivate(text: string): string {
  return splitBlocks(text).outside
}

/** The same, every line of what is left standing where it stood: for texts that are cited by their lines. */
export function blankPrivate(text: string): string {
  return splitBlocks(text).blanked
}

/** Words that stood inside `<private>` and look like secrets, so that they can be scrubbed where a tool repeats them. */
export function privateTokens(text: string): string[] {
  const found = new Set<string>()
  for (const block of splitBlocks(text).private) {
    for (const word of words(block)) {
      if (isSecretWord(word.text)) found.add(word.text)
      for (const part of partsOf(word, block)) if (isSecretPart(part.text, part.pieces)) found.add(part.text)
    }
  }
  return [...found]
}

/** Replaces each private token by `[private]`, also inside `key=token`, quotes, URLs and JSON text. */
export function scrubTokens(text: string, isPrivate: (token: string) => boolean): string {
  const hits: Span[] = []
  for (const word of words(text)) {
    if (isSecretWord(word.text) && isPrivate(word.text)) hits.push(word)
    else hits.push(...privateParts(word, text, isPrivate))
  }
  if (hits.length === 0) return text
  const kept: string[] = []
  let from = 0
  for (const hit of hits) {
    kept.push(text.slice(from, hit.start), '[private]')
    from = hit.end
  }
  kept.push(text.slice(from))
  return kept.join('')
}

function splitBlocks(text: string): { outside: string; blanked: string; private: string[] } {
  if (!/private|claude-mem-context/i.test(text)) return { outside: text, blanked: text, private: [] }
  const outside: string[] = []
  const blanked: string[] = []
  const hidden: string[] = []
  // Counted by name: a closing tag of the other kind inside a block is noise and ends nothing.
  const depth = { private: 0, context: 0 }
  let from = 0
  const take = (end: number) => {
    const part = text.slice(from, end)
    const isOutside = depth.private === 0 && depth.context === 0
    blanked.push(isOutside ? part : part.replace(/[^\n]+/g, ''))
    if (depth.private > 0) hidden.push(part)
    else if (isOutside) outside.push(part)
  }
  for (const tag of text.matchAll(TAG)) {
    take(tag.index)
    from = tag.index + tag[0].length
    const [, closing = tag[4], said = tag[5], rest = tag[6]] = tag
    const name = said?.toLowerCase() === 'private' ? 'private' : 'context'
    if (closing !== undefined) depth[name] = Math.max(0, depth[name] - 1)
    else if (rest !== '/') depth[name]++
  }
  take(text.length)
  return { outside: outside.join(''), blanked: blanked.join(''), private: hidden }
}

interface Span {
  start: number
  end: number
  text: string
}

/** Longer words are data, not something a person typed or a tool echoes as a secret. */
const MAX_TOKEN = 4096
const EDGE = /[.,;:!?'"`()[\]{}<>*…]/

function* words(text: string): Generator<Span> {
  for (const match of text.matchAll(/\S+/g)) yield trimmed(text, match.index, match.index + match[0].length)
}

function trimmed(text: string, start: number, end: number): Span {
  while (start < end && EDGE.test(text.charAt(start))) start++
  while (end > start && EDGE.test(text.charAt(end - 1))) end--
  return { start, end, text: end - start > MAX_TOKEN ? '' : text.slice(start, end) }
}

/** Where a word falls apart: `key=value`, URLs, JSON and its escapes. `.`, `-`, `_` and `+` stay inside tokens. */
const DELIMITER = /\\[nrtbf]|["'`=:,;()[\]{}<>|&?/@\\#]/g
/** A secret with odd characters in it spans several pieces; more than four was never seen in real passwords. */
const MAX_PIECES = 4

function piecesOf(word: Span, text: string): Span[] {
  const pieces: Span[] = []
  const raw = text.slice(word.start, word.end)
  let from = 0
  const take = (end: number) => {
    if (end > from) pieces.push(trimmed(text, word.start + from, word.start + end))
  }
  for (const delimiter of raw.matchAll(DELIMITER)) {
    take(delimiter.index)
    from = delimiter.index + delimiter[0].length
  }
  take(raw.length)
  return pieces
}

function* partsOf(word: Span, text: string): Generator<Span & { pieces: number; at: number }> {
  const pieces = piecesOf(word, text)
  for (let at = 0; at < pieces.length; at++) {
    // Widest first: a secret is replaced whole before one of its pieces is.
    for (let count = Math.min(MAX_PIECES, pieces.length - at); count >= 1; count--) {
      const start = pieces[at]?.start ?? 0
      const end = pieces[at + count - 1]?.end ?? 0
      if (end - start <= MAX_TOKEN) yield { start, end, text: text.slice(start, end), pieces: count, at }
    }
  }
}

function privateParts(word: Span, text: string, isPrivate: (token: string) => boolean): Span[] {
  const hits: Span[] = []
  let from = 0
  for (const part of partsOf(word, text)) {
    if (part.start < from || part.text.length < 6) continue
    // A piece can be a whole private word of its own, hence the wider test for single pieces.
    const candidate = isSecretPart(part.text, part.pieces) || isSecretWord(part.text)
    if (!candidate || !isPrivate(part.text)) continue
    hits.push(part)
    from = part.end
  }
  return hits
}

/** Ordinary prose inside a private block must not blank the rest of the session. */
function isSecretWord(word: string): boolean {
  return word.length >= 6 && !(word.length < 12 && /^[A-Z]?[a-z]+$/.test(word))
}

/** Part of a private word: stricter, so that `github.com` or a variable's name is not scrubbed everywhere. */
function isSecretPart(part: string, pieces: number): boolean {
  if (!isSecretWord(part)) return false
  if (/\d/.test(part) && /[A-Za-z]/.test(part)) return true
  if (pieces > 1) return false
  return /^\d{8,}$/.test(part) || (part.length >= 12 && !/[._-]/.test(part) && /[a-z]/.test(part))
}
