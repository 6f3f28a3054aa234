import { describe, expect, it } from 'vitest'
import { findPullRequest } from './pull-request.ts'

const of = (command: string) => findPullRequest({ command, result: 'ok' })

describe('a pull request', () => {
  it.each([
    ['in quotes', 'gh pr create --title "Round late" --body "Cents \\"drifted\\"."', 'Cents "drifted".'],
    [
      'from a heredoc',
      "gh pr create --title 'Round late' --body \"$(cat <<'EOF'\nCents drifted.\n\n🤖 Generated with x\nEOF\n)\"",
      'Cents drifted.',
    ],
    ['on GitLab', 'glab mr create --title="Round late" --description "Cents drifted."', 'Cents drifted.'],
    ['with a short flag', 'git push && gh pr create -t "Round late"', ''],
  ])('has its title and what it says, %s', (_, command, body) =>
    expect(of(command)).toEqual({ title: 'Round late', body }),
  )

  it('is none in a look at one, without words, or in a call that failed', () => {
    expect(of('gh pr view 12 --title "x"')).toBeUndefined()
    expect(of('gh pr create --fill')).toBeUndefined()
    expect(findPullRequest({ command: 'gh pr create --title "Round late"', result: 'failed' })).toBeUndefined()
  })
})
