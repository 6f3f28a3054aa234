import { describe, expect, it } from 'vitest'
import { cleanNote } from './clean-note.ts'

const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part))

describe('a note that is kept', () => {
  it('has no private part, and its other lines where they were', () => {
    const text = 'one\n<private>\nhunter2\n</private>\nfive <private>six</private> seven\neight'
    const clean = cleanNote(text)
    expect(clean).not.toMatch(/hunter2|six|private/)
    for (const word of ['five', 'seven', 'eight']) expect(lineOf(clean, word)).toBe(lineOf(text, word))
  })

  it('has no secret, and what follows a key of many lines keeps its number', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7bq3\n'.repeat(5)}-----END RSA PRIVATE KEY-----`
    const text = `# Keys\n${key}\nafter it\nlast`
    const clean = cleanNote(text)
    expect(clean).not.toContain('MIIEowIBAAKCAQEA7bq3')
    expect(lineOf(clean, 'after it')).toBe(lineOf(text, 'after it'))
    expect(cleanNote('DB_PASSWORD=hunter2hunter2!')).not.toContain('hunter2')
  })

  it('has nothing that was retired', () => {
    const text = '- one\n- ~~two~~ *(retired 2026-04-11: contradicted)* <!-- claude-mem:retired run=a -->\n- three'
    expect(cleanNote(text)).toBe('- one\n\n- three')
  })

  it('is itself when there is nothing to hide', () => {
    expect(cleanNote('# A\n\ntext < 3\r\n')).toBe('# A\n\ntext < 3\r\n')
  })
})
