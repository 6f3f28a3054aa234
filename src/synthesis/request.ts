/** A user's prompt in one line, or nothing where it only says to go on. */
import { plain, splitSentences } from './sentences.ts'
import { shorten } from './titles.ts'

export function condenseRequest(prompt: string, limit: number): string {
  const text = prompt.replace(/<(system-reminder|command-\w+)>[\s\S]*?<\/\1>/g, ' ').trim()
  if (!isSubstantial(text)) return ''
  const firstLine =
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line.length >= 8 && !/^['"/~].*\.(?:png|jpe?g|gif|txt)['"]?$/.test(line)) ?? ''
  const sentence = splitSentences(firstLine)[0] ?? firstLine
  return shorten(plain(sentence), limit)
}

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
