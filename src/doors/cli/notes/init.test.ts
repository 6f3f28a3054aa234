import { describe, expect, it } from 'vitest'
import { sectionAfter } from './init.ts'

describe('the section for CLAUDE.md', () => {
  it('stands between marks, after an empty line', () => {
    expect(sectionAfter('', '## Memory')).toBe('<!-- claude-mem:notes -->\n## Memory\n<!-- /claude-mem:notes -->\n')
    expect(sectionAfter('# Shop\n', 'x')).toMatch(/^\n<!--/)
    expect(sectionAfter('# Shop', 'x')).toMatch(/^\n\n<!--/)
  })

  it('has the line ends of the file', () => {
    expect(sectionAfter('# Shop\r\n', 'a\nb')).toBe(
      '\r\n<!-- claude-mem:notes -->\r\na\r\nb\r\n<!-- /claude-mem:notes -->\r\n',
    )
  })
})
