import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { KERNEL } from './kernel.ts'

describe('the committed kernel', () => {
  it('is what kernel.wat compiles to', () => {
    const compiled = execFileSync(process.execPath, ['scripts/build-kernel.mjs', '--print'], { encoding: 'utf8' })
    expect(compiled.trim()).toBe(KERNEL)
  })
})
