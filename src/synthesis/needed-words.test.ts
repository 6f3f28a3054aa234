import { describe, expect, it } from 'vitest'
import { neededWords } from './needed-words.ts'

describe('what a command needed to pass', () => {
  it.each([
    ['npm test', 'npm test -- --runInBand', '--runInBand'],
    ['npm test', 'NODE_OPTIONS=--max-old-space-size=4096 npm test', 'NODE_OPTIONS=--max-old-space-size=4096'],
    ['pytest tests/a.py', 'python -m pytest tests/a.py', 'python -m'],
    ['pytest tests/a.py', 'pytest -p no:cacheprovider tests/a.py', '-p no:cacheprovider'],
    ['npm run build', 'cd packages/web && npm run build', 'cd packages/web'],
    ['docker ps', 'sudo docker ps', 'sudo'],
  ])('%s → %s', (failed, passed, needed) => expect(neededWords(failed, passed)).toBe(needed))

  it.each([
    ['the same again', 'npm test', 'npm test'],
    ['more to read', 'pytest tests', 'pytest tests -v --tb=short'],
    ['one test of many', 'pytest', 'pytest tests/a.py'],
    ['fewer tests', 'pytest tests', 'pytest tests -k fast'],
    ['a marked part of the tests', 'pytest tests', 'pytest tests -m unit'],
    ['a hidden failure', 'npm test', 'npm test || true'],
    ['another script', 'python a.py', 'python b.py'],
    ['a look at its help', 'tool run', 'tool run --help'],
  ])('is not told by %s', (_, failed, passed) => expect(neededWords(failed, passed)).toBe(''))
})
