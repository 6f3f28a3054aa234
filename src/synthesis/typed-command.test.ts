import { describe, expect, it } from 'vitest'
import { commandFromRoot, underRoot, withoutFolder } from './typed-command.ts'

describe('a command as it would be typed in the root', () => {
  it.each([
    ['npm test', '/repo', 'npm test'],
    ['npm test', '/repo/', 'npm test'],
    ['npm test', undefined, 'npm test'],
    ['npm test', '/repo/packages/api', 'cd packages/api && npm test'],
    ['cd packages/api && npm test', '/repo', 'cd packages/api && npm test'],
    ['cd api && npm test', '/repo/packages', 'cd packages/api && npm test'],
    ['cd ../web/ && npm test', '/repo/packages/api', 'cd packages/web && npm test'],
    ['cd .. && npm test', '/repo/packages', 'npm test'],
    ['cd "/repo/packages/api" && npm test 2>&1 | tail -5', '/repo/src', 'cd packages/api && npm test'],
    ['npm test', '/elsewhere', 'cd /elsewhere && npm test'],
    ['cd ~/shop && npm test', '/repo', 'cd ~/shop && npm test'],
    ['npm test', 'C:\\repo\\api', 'cd C:/repo/api && npm test'],
  ])('%s in %s is %s', (command, folder, typed) => expect(commandFromRoot({ command, folder }, '/repo')).toBe(typed))

  it('is the same where the host reports the folder a `cd` in it has led to', () =>
    expect(commandFromRoot({ command: 'cd packages/api && npm test', folder: '/repo/packages/api' }, '/repo')).toBe(
      'cd packages/api && npm test',
    ))

  it('is found later, when the root is known, and loses its folder on request', () => {
    const typed = commandFromRoot({ command: 'npm test', folder: '/repo/api' }, undefined)
    expect(underRoot(typed, '/repo')).toBe('cd api && npm test')
    expect(underRoot('cd /repo && npm test', '/repo')).toBe('npm test')
    expect(withoutFolder('cd api && npm test')).toBe('npm test')
  })
})
