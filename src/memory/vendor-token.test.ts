import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redaction.ts'
import { VENDOR_PATTERNS } from './vendor-token.ts'

// Joined at run time, so that no scanner takes this file for a leak.
const x = (...parts: string[]) => parts.join('')
const HEX = '0123456789abcdef'.repeat(5)
const MIXED = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'.repeat(4)

describe('tokens with a mark of their maker', () => {
  it.each([
    ['Atlassian', x('ATATT3', 'xFfGF0', MIXED)],
    ['Bitbucket', x('ATBB', MIXED.slice(0, 32))],
    ['Supabase', x('sbp_', HEX.slice(0, 40))],
    ['Netlify', x('nfp_', MIXED.slice(0, 36))],
    ['Figma', x('figd_', MIXED.slice(0, 40))],
    ['Postman', x('PMAK-', HEX.slice(0, 24), '-', HEX.slice(0, 34))],
    ['Pulumi', x('pul-', HEX.slice(0, 40))],
    ['Square', x('sq0csp-', MIXED.slice(0, 43))],
    ['Mailgun', x('key-', HEX.slice(0, 32))],
    ['Terraform Cloud', x(MIXED.slice(0, 14), '.atlasv1.', MIXED.slice(0, 67))],
    ['Vercel, from the public list', x('vcp_', MIXED.slice(0, 56))],
    ['a maker nobody listed', x('acme_pat_', MIXED.slice(0, 40))],
  ])('%s', (_, token) => {
    for (const [before, after] of [
      ['', ''],
      ['use ', ' now'],
      ['"', '"'],
      ['x=', '\n'],
      ['a\\n', '\\n'],
    ])
      expect(redactSecrets(`${before}${token}${after}`)).toBe(`${before}[redacted:vendor-token]${after}`)
  })

  it('leaves hashes, names and ids of the same look', () => {
    for (const text of [
      `node_modules_${HEX.slice(0, 40)}`,
      'toolu_01A09q90qw90lq917835lq9',
      'get_UserByNameAndAddressInTheOldTable',
      `key-value pairs, api-gateway, test_${'name_'.repeat(8)}`,
      `sha256-${MIXED.slice(0, 43)}=`,
    ])
      expect(redactSecrets(text)).toBe(text)
  })

  it('repeats no group that repeats', () => {
    for (const { pattern } of VENDOR_PATTERNS) expect(pattern.source).not.toMatch(/[*+}]\)[*+]/)
  })
})
