/**
 * A project surrounded by secrets, and a thousand ways to ask for them. No path here is legitimate: every one must be
 * refused. The same seed makes the same paths.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In every file that must never be shown. */
export const SECRET = 'top-secret-marker'

/** Fills `project` (which is in `around`) with harmless files and every kind of trap. */
export function layTraps(by: { around: string; project: string; data: string }): void {
  const secret = `export function stolen() {\n  return '${SECRET}'\n}\n`
  const outside = join(by.around, 'outside')
  for (const folder of [
    join(outside, 'deep'),
    `${by.project}-two`,
    join(by.project, 'src/deep'),
    join(by.project, '.git/hooks'),
    join(by.project, 'lib/.git'),
  ])
    mkdirSync(folder, { recursive: true })
  for (const path of [
    join(outside, 'secret.ts'),
    join(outside, 'deep/secret.ts'),
    `${by.project}-two/secret.ts`,
    join(by.project, '.git/hooks/secret.ts'),
    join(by.project, 'lib/.git/secret.ts'),
  ])
    writeFileSync(path, secret)
  writeFileSync(join(by.project, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(by.project, 'src/harmless.ts'), 'export function harmless() {}\n')
  writeFileSync(join(by.project, 'src/binary.ts'), `${SECRET}\0`)
  writeFileSync(join(by.project, 'src/large.ts'), secret.repeat(120_000))
  for (const [link, target] of Object.entries({
    'out.ts': '../../outside/secret.ts',
    'out-absolute.ts': join(outside, 'secret.ts'),
    'out-folder': '../../outside',
    'out-chain': 'out-folder/deep',
    'src/out-deep': '../../../outside/deep',
    'to-root': '/',
    'to-proc': '/proc/self',
    'to-data': by.data,
    'to-git': '.git/hooks',
    'dangling.ts': '../../outside/nothing.ts',
    'loop-a': 'loop-b',
    'loop-b': 'loop-a',
    'device.ts': '/dev/zero',
  }))
    symlinkSync(target, join(by.project, link))
  spawnSync('mkfifo', [join(by.project, 'pipe.ts')])
}

export function hostilePaths(by: { around: string; project: string; data: string; count: number }): string[] {
  const next = random(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // never empty
  const goals = [
    ...['secret.ts', 'deep/secret.ts', 'nothing.ts', ''].map((name) => ({ lead: 'out-folder/', name })),
    ...['secret.ts', '../secret.ts', 'none/../secret.ts'].map((name) => ({ lead: 'out-chain/', name })),
    ...['secret.ts', '../secret.ts'].map((name) => ({ lead: 'src/out-deep/', name })),
    ...['etc/passwd', 'etc/shadow', 'proc/self/environ', 'dev/zero', 'dev/stdin'].flatMap((name) => [
      { lead: 'to-root/', name },
      { lead: '/', name },
      { lead: '../'.repeat(20), name },
    ]),
    ...['environ', 'cmdline', 'mem', 'fd/0', 'cwd/etc/passwd', 'root/etc/passwd'].map((name) => ({
      lead: 'to-proc/',
      name,
    })),
    ...['token', 'db.sqlite', 'settings.json', 'logs/worker.log'].flatMap((name) => [
      { lead: 'to-data/', name },
      { lead: `${by.data}/`, name },
    ]),
    ...['.git/hooks/secret.ts', '.git/HEAD', '.git', 'lib/.git/secret.ts', 'to-git/secret.ts'].map(inside),
    ...['out.ts', 'out-absolute.ts', 'dangling.ts', 'loop-a', 'loop-b/x', 'device.ts', 'pipe.ts'].map(inside),
    ...['src', '.', 'src/binary.ts', 'src/large.ts', 'src/harmless.ts/x', 'src/absent.ts', ''].map(inside),
    ...['secret.ts', 'deep/secret.ts'].flatMap((name) => [
      { lead: '../../outside/', name },
      { lead: `${by.around}/outside/`, name },
      { lead: `${by.project}/../../outside/`, name },
      { lead: 'file://', name: `${by.around}/outside/${name}` },
      { lead: '..\\..\\outside\\', name },
      { lead: '%2e%2e/%2e%2e/outside/', name },
      { lead: '....//....//outside/', name },
      { lead: '~/../outside/', name },
    ]),
    { lead: '../shop-two/', name: 'secret.ts' },
    { lead: `${by.project}-two/`, name: 'secret.ts' },
  ]
  const noise = ['', '', './', 'src/../', 'src/deep/../../', './/', 'absent/../', '././././']
  const tails = [
    '',
    '',
    '',
    '\0',
    '\0.ts',
    '/',
    '/.',
    '//',
    ' ',
    '\n',
    `/${'x'.repeat(300)}`,
    '?x=1',
    '#x',
    '\u202e',
    ':s',
  ]
  return Array.from({ length: by.count }, () => {
    const { lead, name } = pick(goals)
    const begin = lead.startsWith('/') || lead.startsWith('file:') || name === '' ? '' : pick(noise)
    return `${begin}${lead}${name}${pick(tails)}`
  })
}

function inside(name: string) {
  return { lead: '', name }
}

/** Park and Miller's: enough to mix, and the same everywhere. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
