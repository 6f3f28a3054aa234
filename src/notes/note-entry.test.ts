import { describe, expect, it } from 'vitest'
import { findEntry, renderEntry } from './note-entry.ts'

describe('an entry', () => {
  it.each([
    ['one line', 'We use pnpm.', undefined, '- We use pnpm.'],
    ['one line with its time', 'We use pnpm.', '09:05', '- 09:05 We use pnpm.'],
    ['several lines', '\n First:\r\nsecond\n\n\n\nthird \n', undefined, '- First:\n  second\n\n  third'],
    ['a bullet of its own', '* We use pnpm.', '09:05', '- 09:05 We use pnpm.'],
    ['a bold word', '**Never** push.', undefined, '- **Never** push.'],
    ['a fence', 'Run:\n```sh\n# all\n\n\nnpm test\n```', undefined, '- Run:\n  ```sh\n  # all\n\n\n  npm test\n  ```'],
    [
      'a fence that is not closed',
      'Run:\n~~~~sh\nnpm test\n~~~',
      undefined,
      '- Run:\n  ~~~~sh\n  npm test\n  ~~~\n  ~~~~',
    ],
    ['a fence at once', '```\nx', '09:05', '- 09:05\n  ```\n  x\n  ```'],
    ['code in one line', '```x``` is code', undefined, '- ```x``` is code'],
    ['a table', '| a |\n| - |\n| 1 |', '09:05', '- 09:05\n  | a |\n  | - |\n  | 1 |'],
    ['a heading', '# Big\ntext\n## Small', undefined, '- \\# Big\n  text\n  \\## Small'],
    ['a hash that is none', '#42 is fixed', undefined, '- #42 is fixed'],
    ['an underline', 'Big\n===\nSmall\n---', undefined, '- Big\n  \\===\n  Small\n  \\---'],
    ['a comment', 'x <!-- claude-mem:mark --> <!-- open', undefined, '- x &lt;!-- claude-mem:mark --> &lt;!-- open'],
    ['control characters', 'a\u0000b\u001b[31mc\td', undefined, '- ab[31mc\td'],
  ])('is one bullet: %s', (_, text, at, entry) => expect(renderEntry(text, at)).toBe(entry))
})

describe('finding an entry', () => {
  const entry = '- 09:05 Run:\n  ```\n  x\n\n  ```'
  it('gives its line, the last if there are two', () => {
    expect(findEntry(`# Log\n\n${entry}\n`, entry)).toBe(3)
    expect(findEntry(`${entry}\n${entry}\n- more\n`, entry)).toBe(6)
  })
  it('knows it in other white space and with another bullet', () => {
    expect(findEntry('# Log\r\n* 09:05  Run:\r\n\r\n    ```\r\n    x\r\n    ```\r\n', entry)).toBe(2)
  })
  it('does not take a part of a line, or half of the entry, for it', () => {
    expect(findEntry('- not ok\n', '- ok')).toBeUndefined()
    expect(findEntry('- 09:05 Run:\n  ```\n  y\n', entry)).toBeUndefined()
    expect(findEntry('', entry)).toBeUndefined()
  })
})
