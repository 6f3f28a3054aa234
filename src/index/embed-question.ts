/**
 * The vector of a question. A text of several lines is usually a sentence with something pasted below, and most words
 * are pasted; so its first line counts as much as the whole. Bench run k1, swebench: 65.4 → 66.4 nDCG@10.
 */
import { normalise } from './embedder.ts'

/** A shorter first line ("Hi", "Fix this:") says nothing by itself. */
const FEWEST_WORDS = 3

export async function embedQuestion(
  text: string,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<Float32Array | undefined> {
  const [whole, headline] = await embed(questionTexts(text))
  if (!whole || !headline) return whole
  return normalise(whole.map((value, at) => value + (headline[at] ?? 0)))
}

/** The texts to embed: the whole, and its first line if that says something. */
export function questionTexts(text: string): string[] {
  const [first = '', ...others] = text.trim().split(/\n+/, 2)
  return others.length > 0 && first.trim().split(/\s+/).length >= FEWEST_WORDS ? [text, first] : [text]
}
