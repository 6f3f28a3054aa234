/** The viewer's style sheets: a rule that nothing needs, or that stands in two places, is found here and not by a reader. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from './support/place.ts'

const viewer = join(PROJECT_ROOT, 'viewer')
const styles = readdirSync(join(viewer, 'styles')).map((name) => readFileSync(join(viewer, 'styles', name), 'utf8'))
const source = readdirSync(viewer, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(viewer, name), 'utf8'))
  .join('\n')

describe('the style sheets', () => {
  it('have no class that no element has', () => {
    const classes = new Set(
      styles.flatMap((css) => selectorsOf(css)).flatMap((one) => one.match(/(?<=\.)[a-z][\w-]*/g) ?? []),
    )
    expect(classes.size).toBeGreaterThan(50)
    expect([...classes].filter((name) => !isUsed(name))).toEqual([])
  })

  it('have no selector twice', () => {
    const all = styles.flatMap((css) => selectorsOf(css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')))
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([])
  })
})

/** What stands before each brace, without comments; not the conditions of @media. */
function selectorsOf(css: string): string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, '')
  return [...plain.matchAll(/([^{};]+)\{/g)]
    .map(([, text = '']) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => !text.startsWith('@'))
}

/** By its name, or as one of a family: `type-${type}`. */
function isUsed(name: string): boolean {
  const family = name.slice(0, name.lastIndexOf('-') + 1)
  return new RegExp(`["' \`]${name}["' \`]`).test(source) || families(name, family).some((one) => source.includes(one))
}

const families = (name: string, family: string) =>
  family === '' ? [] : [`${family}\${`, `${name.slice(0, name.indexOf('-') + 1)}\${`]
