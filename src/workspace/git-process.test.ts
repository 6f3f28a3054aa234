import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository, type Repository } from '../../test/support/repository.ts'
import { makeGit } from './git-process.ts'

let folder: string
let repository: Repository
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-mem-git-process-'))
  repository = makeRepository()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  repository.remove()
})

const ORDINARY_PATH = '/usr/local/bin:/usr/bin:/bin'
const place = () => join(folder, 'git')

/** A git that does what `script` says. */
function fakeGit(name: string, script: string): string {
  const path = join(folder, name, 'git')
  mkdirSync(dirname(path))
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return dirname(path)
}

describe('git', () => {
  it('gets its own switches and the place of the objects, nothing of the user’s environment', async () => {
    const searchPath = fakeGit('env', '/usr/bin/env')
    const found = await makeGit({ searchPath, place: place() })(repository.root, ['anything'])
    const names = found?.stdout
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => name !== '' && !/^(?:PWD|SHLVL|_|OLDPWD)$/.test(name ?? '')) // the shell's own
    expect(names?.sort()).toEqual([
      'GIT_ATTR_NOSYSTEM',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_NOSYSTEM',
      'GIT_DIR',
      'GIT_LITERAL_PATHSPECS',
      'GIT_NO_LAZY_FETCH',
      'GIT_NO_REPLACE_OBJECTS',
      'GIT_OBJECT_DIRECTORY',
      'GIT_OPTIONAL_LOCKS',
      'GIT_TERMINAL_PROMPT',
      'LC_ALL',
      'PATH',
    ])
  })

  it('overrules every setting that names a program, also in a repository of its own', async () => {
    const searchPath = fakeGit('arguments', 'printf "%s\\n" "$@"')
    const said = (await makeGit({ searchPath, place: place() })(repository.root, ['log']))?.stdout ?? ''
    for (const setting of ['fsmonitor', 'hooksPath', 'pager', 'sshCommand', 'alternateRefsCommand', 'attributesFile']) {
      expect(said).toContain(`core.${setting}=`)
    }
    for (const setting of ['credential.helper=', 'diff.external=', 'protocol.allow=never', 'gpg.program=']) {
      expect(said).toContain(`\n${setting}`)
    }
    expect(said).toContain('\nsafe.bareRepository=explicit\n')
  })

  it('is absent where there is none, and where there is no repository', async () => {
    expect(await makeGit({ searchPath: '/nonexistent', place: place() })(repository.root, ['version'])).toBeUndefined()
    const git = makeGit({ searchPath: ORDINARY_PATH, place: place() })
    expect(await git(join(folder, 'gone'), ['version'])).toBeUndefined()
    expect((await git(repository.root, ['version']))?.code).toBe(0)
  })

  it('is ended when it takes too long, or says too much', async () => {
    const slow = fakeGit('slow', 'exec /bin/sleep 60')
    expect(await makeGit({ searchPath: slow, place: place(), limitMs: 100 })(repository.root, ['x'])).toBeUndefined()
    const loud = fakeGit('loud', 'exec /bin/cat /dev/zero')
    expect(await makeGit({ searchPath: loud, place: place() })(repository.root, ['x'])).toBeUndefined()
  })

  it('reads repositories whose ids are longer, and those whose history is cut off', async () => {
    const git = makeGit({ searchPath: ORDINARY_PATH, place: place() })
    const long = repository.beside('long')
    mkdirSync(long)
    repository.gitIn(long, 'init', '--quiet', '--object-format=sha256')
    repository.write('a.ts', 'one\n', long)
    const id = repository.commit('first', long)
    expect(id).toHaveLength(64)
    expect((await git(long, ['merge-base', id, id]))?.stdout.trim()).toBe(id)

    repository.write('a.ts', 'one\n')
    repository.commit('first')
    repository.write('a.ts', 'two\n')
    const last = repository.commit('second')
    const cut = repository.beside('cut')
    repository.git('clone', '--quiet', '--depth=1', `file://${repository.root}`, cut)
    expect((await git(cut, ['merge-base', '--is-ancestor', last, last]))?.code).toBe(0)
    expect((await git(cut, ['rev-list', '--count', last]))?.stdout.trim()).toBe('1')
  })
})
