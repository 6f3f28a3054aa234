import { describe, expect, it } from 'vitest'
import { privateTokens, scrubTokens, stripPrivate } from './privacy.ts'

describe('stripPrivate', () => {
  it('removes a private block and keeps the rest', () =>
    expect(stripPrivate('a <private>key 1234</private> b')).toBe('a  b'))
  it('accepts any case, blanks and attributes', () =>
    expect(stripPrivate('a<PRIVATE reason="x">s</Private >b< private >t</ private>c')).toBe('abc'))
  it('removes nested blocks whole', () =>
    expect(stripPrivate('a<private>1<private>2</private>3</private>b')).toBe('ab'))
  it('removes an unclosed block to the end', () => expect(stripPrivate('a <private>secret\nand more')).toBe('a '))
  it('removes a stray closing tag', () => expect(stripPrivate('a</private>b')).toBe('ab'))
  it('takes an empty element as nothing', () => expect(stripPrivate('a<private/>b')).toBe('ab'))
  it('removes the context we injected ourselves', () =>
    expect(stripPrivate('<claude-mem-context>\n# old\n</claude-mem-context>\nfix it')).toBe('\nfix it'))
  it('keeps a private block closed when the other tag is mixed in', () =>
    expect(stripPrivate('a<private>1</claude-mem-context>2</private>b')).toBe('ab'))
  it.each([
    ['JSON', '\\u003cprivate\\u003eabc12345\\u003c/private\\u003e'],
    ['JSON in JSON', '\\\\u003cprivate\\\\u003eabc12345\\\\u003c\\/private\\\\u003e'],
    ['HTML', '&lt;private&gt;abc12345&lt;/private&gt;'],
    ['numbered HTML', '&#60;private&#62;abc12345&#x3c;/private&#x3E;'],
    ['a URL', '%3Cprivate%3Eabc12345%3C%2Fprivate%3E'],
    ['escaped slashes', '<private>abc12345<\\/private>'],
    ['attributes', '&lt;private reason="x"&gt;abc12345&lt;/private&gt;'],
  ])('knows its tags as %s writes them', (_, block) => {
    expect(stripPrivate(`a${block}b`)).toBe('ab')
    expect(privateTokens(`a${block}b`)).toEqual(['abc12345'])
  })
  it('leaves similar words alone', () =>
    expect(stripPrivate('<privateKey>x</privateKey> private')).toBe('<privateKey>x</privateKey> private'))
  it('is linear on hostile text', () => {
    const started = performance.now()
    stripPrivate('<private '.repeat(120_000))
    stripPrivate('<private>'.repeat(120_000))
    stripPrivate(`<private ${' '.repeat(1_000_000)}`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('privateTokens', () => {
  it('finds secret-looking words and no ordinary prose', () =>
    expect(
      privateTokens('<private>Please remember the password: hunter2-Xy, thanks always</private> outside99'),
    ).toEqual(['hunter2-Xy']))
  it('finds the value of an assignment and of a URL', () => {
    const tokens = privateTokens('<private>API_KEY="zq81-ABCD" https://bob:p4ssw0rd@github.com/x</private>')
    expect(tokens).toContain('zq81-ABCD')
    expect(tokens).toContain('p4ssw0rd')
    expect(tokens).not.toContain('API_KEY')
    expect(tokens).not.toContain('github.com')
  })
  it('finds words of an unclosed block', () => expect(privateTokens('x <private>abc12345')).toEqual(['abc12345']))
  it('finds nothing in our own context blocks', () =>
    expect(privateTokens('<claude-mem-context>abc12345</claude-mem-context>')).toEqual([]))
  it('takes a long lowercase word', () =>
    expect(privateTokens('<private>correcthorsebattery</private>')).toEqual(['correcthorsebattery']))
})

describe('scrubTokens', () => {
  const tokens = new Set(['hunter2-Xy', 'p@ss:word/1'])
  const isPrivate = (token: string) => tokens.has(token)

  it('replaces the token in every surrounding', () => {
    for (const [before, after] of [
      ['KEY=hunter2-Xy', 'KEY=[private]'],
      ['"hunter2-Xy",', '"[private]",'],
      ['https://a.b/?k=hunter2-Xy&z=1', 'https://a.b/?k=[private]&z=1'],
      ['{"k":"hunter2-Xy"}', '{"k":"[private]"}'],
      ['line\\nhunter2-Xy\\nnext', 'line\\n[private]\\nnext'],
      ['it is hunter2-Xy.', 'it is [private].'],
      ['a hunter2-Xy b hunter2-Xy', 'a [private] b [private]'],
    ] as const)
      expect(scrubTokens(before, isPrivate)).toBe(after)
  })
  it('replaces a token that itself contains delimiters', () =>
    expect(scrubTokens('DB="p@ss:word/1"', isPrivate)).toBe('DB="[private]"'))
  it('scrubs whatever privateTokens found', () => {
    const found = new Set(privateTokens('<private>use tok_9f8e7d6c5b and S3cr3t!Pass</private>'))
    const scrubbed = scrubTokens('echo tok_9f8e7d6c5b; login --pw=S3cr3t!Pass', (token) => found.has(token))
    expect(scrubbed).toBe('echo [private]; login --pw=[private]')
  })
  it('leaves other text untouched', () => expect(scrubTokens('nothing here', isPrivate)).toBe('nothing here'))
  it('is linear on hostile text', () => {
    const started = performance.now()
    scrubTokens('a="b1c2d3e4";'.repeat(80_000), isPrivate)
    scrubTokens('x'.repeat(1_000_000), isPrivate)
    scrubTokens('.'.repeat(1_000_000), isPrivate)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
