/**
 * The package as a user gets it: `npm run test:package`. Packs it, installs the tarball into an empty prefix with the
 * system's own Node, plays the demo, installs into an empty home, deletes the prefix, and lets a hook find the memory.
 * Needs the registry (the runtime is an npm package); about half a minute.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'claude-mem-package-'))
const home = join(work, 'home')
const prefix = join(work, 'prefix')
const data = join(home, '.claude-mem')
const app = join(data, 'app')
/** The user's Node, not the runtime in node_modules/.bin that npm puts first. */
const PATH = '/usr/local/bin:/usr/bin:/bin'
const env = { PATH, HOME: home, CLAUDE_MEM_WORKER_PORT: '0' }
/** npm may need this machine's proxy and certificates; what the npm that runs us set is none of its business. */
const npmEnv = { ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key))), PATH }

try {
  mkdirSync(home)
  const systemNode = run('node', ['--version']).trim()
  const [{ filename, size }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', work], { cwd: root, env: npmEnv }),
  )
  say(`packed ${filename}, ${Math.round(size / 1000)} kB`)
  run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, join(work, filename)], {
    env: npmEnv,
  })
  const claudeMem = join(prefix, 'bin/claude-mem')
  say(`installed with npm; the system has Node ${systemNode}; claude-mem ${run(claudeMem, ['--version']).trim()}`)

  const demo = JSON.parse(run(claudeMem, ['demo', '--json']))
  must(demo.found.length > 0 && demo.told.includes('Memory'), 'the demo found nothing')
  say(`the demo works (${demo.seconds.toFixed(1)} s)`)

  const installed = JSON.parse(run(claudeMem, ['install', '--json']))
  must(installed.outcome === 'installed', `install said ${installed.outcome}`)
  run(claudeMem, ['remember', 'The build needs Node 22.'], { cwd: home })
  const { section } = JSON.parse(run(claudeMem, ['notes', 'init', '--json'], { cwd: home }))
  must(section.includes('memory_context'), 'the template of CLAUDE.md is not in the package')
  run(claudeMem, ['stop'])
  say(`installed into an empty home (${installed.route}, runtime ${installed.runtime.how})`)

  rmSync(prefix, { recursive: true })
  const payload = {
    hook_event_name: 'SessionStart',
    session_id: 's',
    source: 'startup',
    cwd: home,
    transcript_path: '',
  }
  const hook = join(app, 'marketplace/plugin/hooks/hook.sh')
  const answer = run('sh', [hook, 'SessionStart', '2'], { input: JSON.stringify(payload) })
  must(answer.includes('The build needs Node 22'), `the hook answered: ${answer || 'nothing'}`)
  say('with the prefix deleted, a hook started the worker and got the memory')

  const runtime = join(app, readdirSync(app).find((name) => name.startsWith('node-')) ?? '', 'node')
  run(runtime, [join(app, installed.version, 'bin/claude-mem.mjs'), 'uninstall'])
  must(!existsSync(app) && !existsSync(join(home, '.claude')), 'uninstall left something behind')
  say('uninstalled from its own copy; nothing is left but the memories')
} finally {
  await endWorker()
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}

function run(program, args, more = {}) {
  const ran = spawnSync(program, args, { cwd: work, env, encoding: 'utf8', timeout: 180_000, ...more })
  if (ran.status === 0) return ran.stdout
  throw new Error(`${program} ${args.join(' ')} ended with ${ran.status ?? ran.error}\n${ran.stdout}\n${ran.stderr}`)
}

/** Only the worker of this check's own data folder. */
async function endWorker() {
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

function must(holds, otherwise) {
  if (!holds) throw new Error(otherwise)
}

function say(line) {
  console.log(`ok  ${line}`)
}
