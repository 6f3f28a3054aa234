import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureWorker, readText, writeWhole } from '../../worker/client.ts'
import { defineCommand } from './command.ts'

const ui = defineCommand({
  summary: 'open the memory in your browser',
  about: [
    'The page gets the token behind a `#` in its address, a part that browsers never send, and removes it from the address at once. Where no browser can be opened, `--print` shows the address.',
  ],
  flags: { print: { doc: 'only print the address, which holds the token' } },
  examples: ['ui', 'ui --print'],
  async run({ flags: { print }, folder, terminal }) {
    const { port } = await ensureWorker(folder)
    const address = `http://127.0.0.1:${port}/`
    const withToken = `${address}#token=${readText(folder.token)?.trim() ?? ''}`
    if (print || !open(join(folder.root, 'open.html'), withToken))
      return terminal.result({ address: withToken, opened: false }, withToken, { verbatim: true })
    terminal.result(
      { address, opened: true },
      `Opened ${address} in your browser. Nothing to see? claude-mem ui --print`,
    )
  },
})
export default ui

/**
 * Through a file only the user can read, because every user of the machine can see command lines. Returns whether there
 * was a program to open it with; what that program does is unknown.
 */
function open(file: string, address: string): boolean {
  writeWhole(
    file,
    `<!doctype html><meta charset="utf-8"><title>claude-mem</title><script>location.replace(${JSON.stringify(address)})</script>\n`,
  )
  const [program, ...args] = OPENERS[process.platform] ?? XDG
  const child = spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
  child.on('error', () => {}) // missing: the process has no pid either
  child.unref()
  return child.pid !== undefined
}

type Opener = [program: string, ...args: string[]]
const XDG: Opener = ['xdg-open']
const OPENERS: Partial<Record<NodeJS.Platform, Opener>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
