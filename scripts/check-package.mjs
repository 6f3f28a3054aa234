/**
 * The packages as a user gets them: `npm run test:package`. Builds them, serves them from a registry on loopback that
 * redirects npm to the real one for everything else, and installs into an empty prefix, once for each available Node:
 * the system's and this repository's. Then does what a user does: the demo, an install into an empty home, deleting the
 * prefix, and a hook that finds the memory. Needs the registry if a Node has to come with the package; takes about a
 * minute.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePackages, tarballOf } from './make-packages.mjs'

/** With a recent Node only the program, its model and one platform's library are installed: 49 MB. */
const MAX_BYTES = 200e6

const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'claude-mem-package-'))
const SYSTEM = '/usr/local/bin:/usr/bin:/bin'
/** A user's Node, not whatever npm puts first on the PATH of its scripts. */
const PATHS = { "the system's Node": SYSTEM, 'a new Node': `${newNodeFolder()}:${SYSTEM}` }
/** npm may need this machine's proxy and certificates, but not what the npm that runs us has set. */
const outside = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)))

/** @type {string[]} */
const dataFolders = []
const manifests = makePackages()
const program = manifests.at(-1)?.name ?? ''
for (const { name } of manifests) say(`packed ${name}, ${kilobytes(lstatSync(tarballOf(name)).size)}`)
const registry = await serve(manifests)
try {
  for (const [which, PATH] of Object.entries(PATHS)) await playUser(which, PATH)
} finally {
  registry.close()
  for (const data of dataFolders) await endWorker(data)
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}

/** @param {string} which @param {string} PATH */
async function playUser(which, PATH) {
  const place = mkdtempSync(join(work, 'user-'))
  const home = join(place, 'home')
  const prefix = join(place, 'prefix')
  const data = join(home, '.claude-mem')
  const app = join(data, 'app')
  dataFolders.push(data)
  mkdirSync(home)
  const env = { PATH, HOME: home, CLAUDE_MEM_WORKER_PORT: '0' }
  const by = { cwd: place, env }
  const node = (await run('node', ['--version'], by)).trim()
  const isOld = node.localeCompare('v22.16.0', 'en', { numeric: true }) < 0

  await run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, program], {
    cwd: place,
    env: { ...outside, PATH, npm_config_registry: registry.url, npm_config_cache: join(place, 'cache') },
  })
  const claudeMem = join(prefix, 'bin/claude-mem')
  const bytes = sizeOf(prefix)
  say(
    `installed with ${which}, ${node}: ${kilobytes(bytes)}; claude-mem ${(await run(claudeMem, ['--version'], by)).trim()}`,
  )
  must(isOld || bytes <= MAX_BYTES, `that is more than ${kilobytes(MAX_BYTES)}`)
  const modules = join(prefix, 'lib/node_modules', program, 'node_modules')
  const chosen = readdirSync(modules).filter((name) => name.startsWith(program))
  const wanted = [`${program}-${process.platform}-${process.arch}`, ...(isOld ? [`${program}-node`] : [])]
  must(chosen.sort().join() === wanted.sort().join(), `npm chose ${chosen.join(', ')}, not ${wanted.join(', ')}`)
  must(existsSync(join(prefix, 'lib/node_modules', program, 'dist/THIRD-PARTY.txt')), 'the licences are missing')

  const demo = JSON.parse(await run(claudeMem, ['demo', '--json'], by))
  must(demo.found.length > 0 && demo.told.includes('Memory'), 'the demo found nothing')
  say(`the demo works (${demo.seconds.toFixed(1)} s)`)

  const installed = JSON.parse(await run(claudeMem, ['install', '--json'], by))
  must(installed.outcome === 'installed', `install said ${installed.outcome}`)
  const atHome = { cwd: home, env }
  await run(claudeMem, ['remember', 'The build needs Node 22.'], atHome)
  const { section } = JSON.parse(await run(claudeMem, ['notes', 'init', '--json'], atHome))
  must(section.includes('memory_context'), 'the template of CLAUDE.md is not in the package')
  const index = await indexState(claudeMem, by)
  must(index === 'ready', `search by meaning is ${index}: the model or its library is missing`)
  await run(claudeMem, ['stop'], by)
  say(`installed into an empty home (${installed.route}, runtime ${installed.runtime.how}); the index is ${index}`)

  rmSync(prefix, { recursive: true })
  const payload = {
    hook_event_name: 'SessionStart',
    session_id: 's',
    source: 'startup',
    cwd: home,
    transcript_path: '',
  }
  // Twenty seconds instead of the host's two: this checks that it works; bench:hooks measures how fast.
  const hook = join(app, 'marketplace/plugin/hooks/hook.sh')
  const answer = await run('sh', [hook, 'SessionStart', '20'], { ...by, input: JSON.stringify(payload) })
  must(answer.includes('The build needs Node 22'), `the hook answered: ${answer || 'nothing'}`)
  say('with the prefix deleted, a hook started the worker and got the memory')

  const runtime = join(app, readdirSync(app).find((name) => name.startsWith('node-')) ?? '', 'node')
  await run(runtime, [join(app, installed.version, 'bin/claude-mem.mjs'), 'uninstall'], by)
  must(!existsSync(app) && !existsSync(join(home, '.claude')), 'uninstall left something behind')
  say('uninstalled from its own copy; nothing is left but the memories')
}

/** @param {string} claudeMem @param {{ cwd: string, env: NodeJS.ProcessEnv }} by */
async function indexState(claudeMem, by) {
  for (const until = Date.now() + 60_000; ; ) {
    const { state } = JSON.parse(await run(claudeMem, ['index', 'status', '--json'], by))
    if (!/building$/.test(state) || Date.now() > until) return state
  }
}

/**
 * Our packages as a registry describes them; requests for others are redirected to the real registry.
 * @param {import('./make-packages.mjs').Manifest[]} packages
 */
async function serve(packages) {
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], {
    env: { ...outside, PATH: SYSTEM },
    encoding: 'utf8',
  })
  const server = createServer((request, response) => {
    const asked = decodeURIComponent((request.url ?? '/').slice(1))
    const one = packages.find(({ name }) => asked === name || asked === `-/${basename(tarballOf(name))}`)
    if (!one) return response.writeHead(302, { location: new URL(asked, upstream.stdout.trim()).href }).end()
    const bytes = readFileSync(tarballOf(one.name))
    if (asked !== one.name) return response.end(bytes)
    const dist = {
      tarball: `${url()}-/${basename(tarballOf(one.name))}`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    }
    const told = {
      name: one.name,
      'dist-tags': { latest: one.version },
      versions: { [one.version]: { ...one, dist } },
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  })
  const url = () => {
    const address = server.address()
    return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  return { url: url(), close: () => server.close() }
}

/** This repository's runtime alone in a folder: `node_modules/.bin` has more than a user's PATH. */
function newNodeFolder() {
  const folder = join(root, 'node_modules/node/bin')
  if (!existsSync(folder)) throw new Error('There is no Node in node_modules; run npm install.')
  return folder
}

/**
 * Not `spawnSync`: the registry runs in this process.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, input?: string }} by
 * @returns {Promise<string>}
 */
function run(file, args, by) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: by.cwd, env: by.env, timeout: 300_000 })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (bytes) => {
      stdout += bytes
    })
    child.stderr.on('data', (bytes) => {
      stderr += bytes
    })
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve(stdout)
      else reject(new Error(`${file} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`))
    })
    child.stdin.on('error', () => {}) // it did not read its input
    child.stdin.end(by.input ?? '')
  })
}

/**
 * Size on disk; a file with two names counts once.
 * @param {string} folder
 */
function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => lstatSync(join(folder, path)))
  const once = new Map(files.filter((one) => one.isFile()).map((one) => [one.ino, one.size]))
  return [...once.values()].reduce((sum, size) => sum + size, 0)
}

/**
 * Only the worker of this check's own data folder.
 * @param {string} data
 */
async function endWorker(data) {
  const port = join(data, 'port')
  if (!existsSync(port)) return
  const pid = Number(readFileSync(port, 'utf8').split(' ')[1])
  try {
    process.kill(pid)
    for (;;) {
      process.kill(pid, 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch {
    // it has ended
  }
}

/** @param {boolean} holds @param {string} otherwise */
function must(holds, otherwise) {
  if (!holds) throw new Error(otherwise)
}

/** @param {string} line */
function say(line) {
  console.log(`ok  ${line}`)
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
