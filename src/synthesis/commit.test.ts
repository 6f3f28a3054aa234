import { describe, expect, it } from 'vitest'
import { commitTitle, commitType, findCommit } from './commit.ts'
import { session } from './fixture-events.ts'
import { readCalls } from './tool-call.ts'

function commitOf(command: string, stdout = '') {
  const event = session().runs(command, stdout).events[0]
  const call = event?.kind === 'tool' ? readCalls(event, '/repo').find((one) => one.kind === 'command') : undefined
  return call === undefined ? undefined : findCommit(call)
}

describe('findCommit', () => {
  it('reads subject, body and hash', () => {
    const found = commitOf(
      'git add src/a.ts && git commit -m "fix: round totals" -m "Cents drifted."',
      '[main 1a2b3c4] fix: round totals\n create mode 100644 src/b.ts',
    )
    expect(found).toEqual({
      subject: 'fix: round totals',
      body: 'Cents drifted.',
      hash: '1a2b3c4',
      files: ['src/a.ts', 'src/b.ts'],
    })
  })
  it('reads a message from a heredoc and leaves the signature out', () => {
    const found = commitOf(
      `git commit -m "$(cat <<'EOF'\nAdd discounts\n\nOn whole carts.\n\nCo-Authored-By: Someone\nEOF\n)"`,
    )
    expect(found).toMatchObject({ subject: 'Add discounts', body: 'On whole carts.' })
  })
  it('sees no commit where git had nothing to commit, or none was asked for', () => {
    expect(commitOf('git commit -m "x y"', 'nothing to commit, working tree clean')).toBeUndefined()
    expect(commitOf('git log --oneline')).toBeUndefined()
  })
})

describe('commitType', () => {
  it.each([
    ['feat(cart): discounts', 'feature'],
    ['Fix path resolution after the move', 'bugfix'],
    ['refactor: one retry helper', 'refactor'],
    ['Move config.ts to src/', 'refactor'],
    ['docs: fix a typo', 'change'],
    ['Add dark mode', 'feature'],
    ['worker: no longer loses events', 'bugfix'],
    ['Release v1.2', 'change'],
  ])('%s is a %s', (subject, type) => expect(commitType(subject)).toBe(type))
  it('keeps the scope and drops the prefix in a title', () => {
    expect(commitTitle('fix(cart): round totals.')).toBe('cart: round totals')
    expect(commitTitle('feat: dark mode')).toBe('Dark mode')
  })
})
