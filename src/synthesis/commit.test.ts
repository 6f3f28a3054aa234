import { describe, expect, it } from 'vitest'
import { commandCall } from '../memory/tool-call.fixture.ts'
import type { CommandCall } from '../memory/tool-call.ts'
import { commitTitle, findCommit } from './commit.ts'

const commitOf = (command: string, output = '', more: Partial<CommandCall> = {}) =>
  findCommit(commandCall(command, output, more))

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
  it.each([
    ['in Bash', "git commit -F - <<'EOF'\nAdd discounts\n\nOn whole carts.\nEOF"],
    [
      'after a file that is written',
      "cat > a.md <<'EOF'\nhow to\nEOF\ngit add a.md && git commit -m \"$(cat <<'EOF'\n   Add discounts\n\n   On whole carts.\n   EOF\n)\" && git status",
    ],
    ['in a here-string of PowerShell', "git commit -m @'\nAdd discounts\n\nOn whole carts.\n'@"],
    ['in another here-string', 'git add -A; git commit -m @"\r\nAdd discounts\r\n\r\nOn whole carts.\r\n"@'],
    [
      'in PowerShell started from a shell',
      "powershell.exe -Command \"cd 'C:\\shop'; git commit -m @'\nAdd discounts\n\nOn whole carts.\n'@\"",
    ],
    ['over several lines', 'git -C /repo commit -a -m "Add discounts\n\nOn whole carts."'],
    [
      'in two parts, before another command with -m',
      'git commit -m "Add discounts" -m "On whole carts." && python -m pytest',
    ],
    ['after another command with -m', "python -m pytest -q && git commit -qm 'Add discounts\n\nOn whole carts.'"],
    ['with shell escapes', "git commit -m $'Add discounts\\n\\nOn whole carts.'"],
  ])('reads subject and body %s', (_, command) =>
    expect(commitOf(command)).toMatchObject({ subject: 'Add discounts', body: 'On whole carts.' }),
  )
  it('sees the commit before a status that finds a clean tree', () => {
    const clean = 'On branch main\nnothing to commit, working tree clean'
    expect(commitOf('git commit -q -m "x y" && git status', clean)).toMatchObject({ subject: 'x y' })
    expect(commitOf('git commit -m "x y"; git status', `[main 1a2b3c4] x y\n${clean}`)).toMatchObject({
      hash: '1a2b3c4',
    })
    expect(commitOf('git commit -m "x y"; git status', clean)).toBeUndefined()
  })
  it('waits for a commit in the background to end', () => {
    expect(commitOf('git commit -m "x y"', '', { background: true, result: 'ok' })).toBeUndefined()
    expect(commitOf('git commit -m "x y"', '[main 1a2b3c4] x y', { background: true })).toMatchObject({
      subject: 'x y',
    })
    expect(commitOf('git commit -m "x y"', '[main 1a2b3c4] x y', { background: false })).toMatchObject({
      subject: 'x y',
    })
  })
  it('sees none in a failed call, a rehearsal, or a text that speaks of one', () => {
    expect(commitOf('git commit -m "x y"', 'hook says no', { result: 'failed' })).toBeUndefined()
    expect(commitOf('git commit --dry-run -m "x y"')).toBeUndefined()
    expect(commitOf('git log --grep commit')).toBeUndefined()
    expect(commitOf('git commit-graph write')).toBeUndefined()
  })
  it('sees no commit where git had nothing to commit, or none was asked for', () => {
    expect(commitOf('git commit -m "x y"', 'nothing to commit, working tree clean')).toBeUndefined()
    expect(commitOf('git log --oneline')).toBeUndefined()
  })
})

it('a title keeps the scope of its commit and drops the prefix', () => {
  expect(commitTitle('fix(cart): round totals.')).toBe('Cart: round totals')
  expect(commitTitle('feat: dark mode')).toBe('Dark mode')
})
