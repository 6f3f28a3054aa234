/** The host's own plugin commands: its public interface; what they write is up to the host. */
import { spawn } from 'node:child_process'
import { hostEnvironment } from '../../../../config.ts'
import { MemoryError } from '../../../../memory/error.ts'
import { MARKETPLACE, PLUGIN_ID } from './settings-parts.ts'

export interface HostProgram {
  claude: string
  /** Not the user's current folder: its project settings must not matter. */
  home: string
}

/** Offline with a folder these take a second; longer on a busy machine or at the first start. */
const LIMIT_MS = 60_000

export async function addPlugin(host: HostProgram, marketplace: string): Promise<void> {
  await demand(host, ['plugin', 'marketplace', 'add', marketplace])
  await demand(host, ['plugin', 'install', PLUGIN_ID, '--scope', 'user'])
}

/** Returns problems for the person to read. A plugin that was not there is not a problem. */
export async function removePlugin(host: HostProgram): Promise<string[]> {
  const wrong: string[] = []
  for (const args of [
    ['plugin', 'uninstall', PLUGIN_ID],
    ['plugin', 'marketplace', 'remove', MARKETPLACE],
  ]) {
    const { ok, said } = await run(host, args)
    if (!ok && !/not found|not installed/i.test(said)) wrong.push(`\`claude ${args.join(' ')}\`: ${said}`)
  }
  return wrong
}

async function demand(host: HostProgram, args: string[]): Promise<void> {
  const { ok, said } = await run(host, args)
  if (ok) return
  throw new MemoryError('unavailable', `\`claude ${args.join(' ')}\` failed: ${said}`, {
    hint: 'Claude Code’s files are as they were. To do without the plugin: claude-mem install --no-plugin',
  })
}

function run({ claude, home }: HostProgram, args: string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(claude, args, {
      cwd: home,
      env: hostEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      windowsHide: true,
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.err += chunk
    })
    child.on('error', (error) => resolve({ ok: false, said: error.message }))
    child.on('close', (code, signal) => {
      const text = lastLines(said.err) || lastLines(said.out)
      resolve({
        ok: code === 0,
        said: signal ? `no answer within ${LIMIT_MS / 1000} s` : text || `it ended with code ${code}`,
      })
    })
  })
}

/** Without terminal colours and marks; the message is at the end. */
function lastLines(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  const plain = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').trim()
  return plain
    .split('\n')
    .slice(-3)
    .join(' ')
    .replace(/^[✘✗×]\s*/, '')
}
