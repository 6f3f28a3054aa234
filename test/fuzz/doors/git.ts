/** What lies in `.git` of a folder a session works in: somebody else's files, read for every event by a real worker. */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import fc from 'fast-check'
import { findWorker, readText, send } from '../../../src/worker/client.ts'
import { readHead } from '../../../src/workspace/git.ts'
import { resolveProject } from '../../../src/workspace/project.ts'
import { sessionStart } from '../../support/hook.ts'
import type { Place } from '../../support/place.ts'
import { bytesOf, type Door, demand, type Written } from '../door.ts'
import { changedBytes, oddText } from '../inputs.ts'
import { watchHealth } from '../worker-health.ts'

/** By its path in the working folder; a file that is no file can keep a reader waiting. */
type GitFiles = Record<string, Written | 'folder' | 'pipe' | 'circle'>

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const SAMPLES: Record<string, string[]> = {
  HEAD: ['ref: refs/heads/main\n', `${COMMIT}\n`, 'ref: refs/heads/../../../x\n', 'ref: refs/heads/.invalid\n'],
  config: [
    '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ../..\n[remote "origin"]\n\turl = git@example.org:acme/shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    '[remote "origin"] url = "https://user:pw@example.org/a b/c.git" ; x\n[include]\n\tpath = config\n',
  ],
  'packed-refs': [`# pack-refs with: peeled fully-peeled sorted \n${COMMIT} refs/heads/main\n^${COMMIT}\n`],
  commondir: ['../..\n', '.\n', '@project@/.git\n', '/\n'],
  'refs/heads/main': [`${COMMIT}\n`, 'ref: refs/heads/main\n'],
  gitdir: ['@project@/.git\n', '../.git\n'],
  index: ['DIRC\0\0\0\x02\0\0\0\x01'],
  shallow: [`${COMMIT}\n`],
  'info/exclude': ['*.log\n!keep.log\n/build/\n**/x\n', '*a*a*a*a*a*a*a*a*a*a*b\n'],
  'objects/info/alternates': ['/\n', '../../objects\n'],
}
/** The `.git` of a linked worktree, and rules that lie in the working folder itself. */
const BESIDE: Record<string, string[]> = {
  '.git': ['gitdir: @project@/.git/worktrees/side\n', 'gitdir: .git\n', 'gitdir: ../..\n'],
  '.gitignore': ['node_modules/\n*.log\n', '[\n', '*a*a*a*a*a*a*a*a*a*a*b\n', '!**/**/**/**\n'],
}

const content = (samples: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...samples).map((text): Written => ({ text })) },
    { weight: 5, arbitrary: changedBytes(samples).map((bytes): Written => ({ bytes })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), oddText)
        .map(([text, odd]): Written => ({ text: text.replace(/\S+(?=\s*$)/, () => odd) })),
    },
    { weight: 1, arbitrary: fc.constantFrom('folder' as const, 'pipe' as const, 'circle' as const) },
  )
const filesOf = (samples: Record<string, string[]>, under: string, requiredKeys: string[]): fc.Arbitrary<GitFiles> =>
  fc.record(Object.fromEntries(Object.entries(samples).map(([name, texts]) => [`${under}${name}`, content(texts)])), {
    requiredKeys: requiredKeys.map((name) => `${under}${name}`),
  }) as fc.Arbitrary<GitFiles> // as: the keys are made here

const ignored = filesOf({ '.gitignore': BESIDE['.gitignore'] ?? [] }, '', [])
const inputs: fc.Arbitrary<GitFiles> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: filesOf(SAMPLES, '.git/', ['HEAD']) },
      { weight: 2, arbitrary: filesOf({ '.git': BESIDE['.git'] ?? [] }, '', ['.git']) },
      // A bare repository in somebody's folder.
      { weight: 1, arbitrary: filesOf(SAMPLES, '', ['HEAD']) },
    ),
    ignored,
  )
  .map(([git, rules]) => ({ ...git, ...rules }))

export async function openGit(place: Place): Promise<Door<GitFiles>> {
  const lookAround = watchHealth(place)
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  const token = readText(place.data.token)?.trim()
  const get = async (path: string, query: Record<string, string>) => {
    const reply = await send(worker, {
      method: 'GET',
      path: `${path}?${new URLSearchParams(query)}`,
      token,
      timeoutMs: 10_000,
    })
    JSON.parse(reply.text)
    demand(reply.status < 500, `${path}: ${reply.status} ${reply.text.slice(0, 300)}`)
  }
  return {
    inputs,
    async knock(files) {
      const folder = join(place.root, 'cloned', randomUUID())
      for (const name of ['src', '.git/objects', '.git/refs'])
        if (!('.git' in files) || name === 'src') mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, 'src/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ts'), 'export const main = 1\n')
      for (const [name, file] of Object.entries(files)) put(join(folder, name), file, place)
      checkReading(folder)
      await begin(place, { worker, folder })
      await get('/api/search/recent-context', { cwd: folder })
      await get('/api/code/symbols', { query: 'main', cwd: folder })
      rmSync(folder, { recursive: true, force: true })
    },
    lookAround,
    close: () => {},
  }
}

function put(path: string, file: GitFiles[string], place: Place): void {
  mkdirSync(dirname(path), { recursive: true })
  if (file === 'folder') mkdirSync(path, { recursive: true })
  else if (file === 'pipe') spawnSync('mkfifo', [path])
  else if (file === 'circle') symlinkSync(path, path)
  else writeFileSync(path, bytesOf(file, place))
}

/** In this process: that what is said of a folder can be believed. */
function checkReading(folder: string): void {
  const { commit, branch } = readHead(folder)
  demand(commit === undefined || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit), `no commit: ${commit}`)
  demand(branch === undefined || !/\s/.test(branch), `no branch: ${branch}`)
  const { id, name, root } = resolveProject(folder)
  demand(isAbsolute(root) && id !== '' && name !== '', `no project: ${JSON.stringify({ id, name, root })}`)
}

/** A session begins there, as its hook would say, and is told what there is to tell. */
async function begin(
  place: Place,
  by: { worker: NonNullable<ReturnType<typeof findWorker>>; folder: string },
): Promise<void> {
  const random = randomUUID()
  const payload = { ...sessionStart(place, `git-${random.slice(0, 2)}`), cwd: by.folder }
  const part = join(place.data.spool, `.${random}`)
  writeFileSync(part, `1\tSessionStart\t77\tcli\t${by.folder}\n${JSON.stringify(payload)}`, { mode: 0o600 })
  renameSync(part, join(place.data.spool, `77.${random}`))
  const reply = await send(by.worker, { method: 'GET', path: `/hook/77.${random}`, timeoutMs: 10_000 })
  demand(reply.status === 200 || reply.status === 404, `the hook is told ${reply.status} ${reply.text.slice(0, 200)}`)
}
