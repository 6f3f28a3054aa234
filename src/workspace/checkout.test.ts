import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { placeCited } from './checkout.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')))
afterAll(() => rmSync(base, { recursive: true }))

it('names a file of a removed worktree as the repository names it', () => {
  const root = join(base, 'shop')
  mkdirSync(root)
  const cited = join(root, '.worktrees/fix-1/src/total.ts')
  expect(placeCited(root, cited)?.path).toBe('src/total.ts')
  // A folder that is there and is no worktree keeps its name.
  mkdirSync(join(root, '.worktrees/fix-1'), { recursive: true })
  expect(placeCited(root, cited)?.path).toBe('.worktrees/fix-1/src/total.ts')
})
