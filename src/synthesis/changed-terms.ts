/** What a request changed, as terms to compare with what was said: files, and names in changed lines. */
import type { Request } from './requests.ts'
import { termsOf } from './words/terms.ts'

const NAME = /[A-Za-z_]\w*(?:_\w+|[a-z][A-Z]\w*)/g
// 400 lines: the first lines of a newly written file say what it is
const MAX_LINES = 400

export function changedTerms(request: Request): { changed: Set<string>; worked: boolean } {
  const changed = new Set<string>()
  let worked = false
  for (const { call } of request.calls) {
    if (call.act !== 'edit' || call.result === 'failed') continue
    worked = true
    add(call.file.split('/').slice(-2).join(' '))
    for (const line of call.hunks.flatMap(({ lines }) => lines).slice(0, MAX_LINES)) {
      if (/^[+-]/.test(line)) for (const [name] of line.matchAll(NAME)) add(name)
    }
  }
  return { changed, worked }

  function add(text: string): void {
    for (const term of termsOf(text)) changed.add(term)
  }
}
