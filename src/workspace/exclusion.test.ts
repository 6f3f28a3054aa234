import { describe, expect, it } from 'vitest'
import { isExcluded } from './exclusion.ts'
import { matchesGlob } from './glob.ts'

describe('isExcluded', () => {
  it.each([
    ['/tmp/*', '/tmp/a', true],
    ['/tmp/*', '/tmp/a/b/c', true],
    ['/tmp/*', '/tmp', false],
    ['/tmp/*', '/tmpfoo/a', false],
    ['/tmp/', '/tmp', true],
    ['/tmp', '/tmp/a/', true],
    ['/home/*/secret', '/home/me/secret/x', true],
    ['/home/*/secret', '/home/me/other/secret', false],
    ['/home/**/secret', '/home/me/other/secret', true],
    ['**/scratch', '/a/b/scratch/c', true],
    ['scratch', '/a/b/scratch', true],
    ['scratch', '/a/b/scratchy', false],
    ['~/private', '/home/me/private/x', true],
    ['~', '/home/me/anything', true],
    ['~other', '/home/me', false],
    ['/a?c', '/abc', true],
    ['/a?c', '/a/c', false],
    ['/a.b', '/aXb', false],
    ['/', '/anything', true],
    ['', '/anything', false],
    ['  ', '/anything', false],
  ])('pattern %j on %j: %j', (pattern, path, expected) =>
    expect(isExcluded([pattern], [path], '/home/me')).toBe(expected),
  )
  it('needs one path and one pattern to meet', () =>
    expect(isExcluded(['/x', '/tmp/*'], ['/srv', '/tmp/a'], '/home/me')).toBe(true))
  it('does not exclude everything when the home is not known', () => expect(isExcluded(['~'], ['/srv'])).toBe(false))
})

describe('matchesGlob', () => {
  it('matches tool names', () => {
    expect(matchesGlob('mcp__*__read', 'mcp__x__read')).toBe(true)
    expect(matchesGlob('Read', 'ReadMore')).toBe(false)
  })
})
