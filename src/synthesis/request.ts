/** A user's prompt in one line, or nothing where it only says to go on. */
import { type FileChange, namesOf } from './patch-symbols.ts'
import { plain, splitSentences } from './sentences.ts'
import { shorten } from './titles.ts'

/** The sentence that has most to do with what changed, else the first one. */
export function condenseRequest(prompt: string, limit: number, changes: readonly FileChange[] = []): string {
  const text = prompt.replace(/<(system-reminder|command-\w+)>[\s\S]*?<\/\1>/g, ' ').trim()
  if (!isSubstantial(text)) return ''
  const lines = text
    .split('\n')
    .map((line) => line.trim().slice(0, 600))
    .filter((line) => line.length >= 8 && !NOT_PROSE.test(line))
  // 12 lines: what is asked stands at the top; below it are logs and examples
  const sentences = lines.slice(0, 12).flatMap((line) => (line.length < 8 ? [] : splitSentences(line)))
  const candidates = (sentences.length > 0 ? sentences : lines).filter(
    (sentence) => isSubstantial(sentence) && !CODE.test(sentence),
  )
  const words = wordsOfChanges(changes)
  let best = candidates[0] ?? ''
  // The first sentence is the request unless another is clearly closer to what changed.
  let bestScore = overlap(best, words) + (VENTING.test(best) ? 0 : 2)
  for (const sentence of candidates.slice(1, 20)) {
    const score = overlap(sentence, words) - (VENTING.test(sentence) ? 1 : 0)
    if (score > bestScore) {
      best = sentence
      bestScore = score
    }
  }
  return VENTING.test(best) && bestScore <= 0 ? '' : shorten(plain(best), limit)
}

function overlap(sentence: string, words: ReadonlySet<string>): number {
  return (sentence.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => words.has(word)).length
}

/** Words inside the changed names: `queueMode` is about queues and modes. */
function wordsOfChanges(changes: readonly FileChange[]): Set<string> {
  const names = changes.flatMap((change) => [...namesOf(change), change.file])
  return new Set(
    names.flatMap(
      (name) =>
        name
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .toLowerCase()
          .match(/[a-z]{4,}/g) ?? [],
    ),
  )
}

const NOT_PROSE = /^['"/~].*\.(?:png|jpe?g|gif|txt)['"]?$|^(?:➜|\$|>|at |File "|Traceback|Description$)/
const CODE =
  /^(?:def|class|import|from|print|len|for|if|assert|return|const|let|var|function|diff|E|FAIL)\b[^a-z]*[\s(]|^\w+ = |^\w+\(.*\)$|[;{]$|^python\d? -/
const VENTING = /\b(?:wtf|fuck\w*|shit\w*|idiot|stupid|dumb|omfg|jesus)\b/i

/** "ok", "continue", "yes do it" and slash commands ask for nothing new. */
export function isSubstantial(prompt: string): boolean {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  if (prompt.startsWith('/') && words.length < 3) return false
  return words.filter((word) => !GO_ON.has(word)).length >= 3
}

const GO_ON = new Set(
  'ok okay yes no yeah yep sure continue go on ahead do it please thanks thank you great good nice cool wow next now alright perfect done hi hello hey so and the a i that this looks fine again try commit push lgtm'.split(
    ' ',
  ),
)
