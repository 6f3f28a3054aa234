/** Two lines and what differs between them, word by word. */
import { diffArrays } from 'diff'

export function WordDiff({ before, after }: { before: string; after: string }) {
  const words = (text: string) => text.split(/(\s+)/)
  return (
    <p class="diff">
      {diffArrays(words(before), words(after)).map(({ added, removed, value }, at) => {
        const text = value.join('')
        return added ? <ins key={at}>{text}</ins> : removed ? <del key={at}>{text}</del> : <span key={at}>{text}</span>
      })}
    </p>
  )
}
