import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellWords } from './shell-words.ts'

it('a shell reads back the words that went in', () => {
  const words = ['search', 'login loop', "it's", '"exact phrase"', '$HOME', '2026-11-04', 'a*', '']
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${shellWords(words)}`], { encoding: 'utf8' })
  expect(stdout.split('\n').slice(0, -1)).toEqual(words)
  expect(shellWords(['search', 'src/total.js'])).toBe('search src/total.js')
})
