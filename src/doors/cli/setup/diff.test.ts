import { describe, expect, it } from 'vitest'
import { renderDiff } from './diff.ts'

describe('renderDiff', () => {
  it('says nothing about a file that stays as it is', () => expect(renderDiff('a', 'x\n', 'x\n')).toBe(''))

  it('shows three lines around a change', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'
    expect(renderDiff('a', before, before.replace('5', 'five'))).toBe(
      '--- a\n+++ a\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8',
    )
  })

  it('starts a new hunk where changes lie far apart', () => {
    const lines = Array.from({ length: 30 }, (_, at) => String(at)).join('\n')
    const after = lines.replace('\n2\n', '\ntwo\n').replace('\n25\n', '\n25\n25b\n')
    const hunks = renderDiff('a', lines, after).match(/^@@.*$/gm)
    expect(hunks).toEqual(['@@ -1,6 +1,6 @@', '@@ -24,6 +24,7 @@'])
  })

  it('shows a new file and a deleted one', () => {
    expect(renderDiff('a', undefined, 'x\n')).toBe('--- /dev/null\n+++ a\n@@ -0,0 +1,1 @@\n+x')
    expect(renderDiff('a', 'x', undefined)).toBe(
      '--- a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n\\ No newline at end of file',
    )
  })
})
