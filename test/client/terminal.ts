/** A terminal to drive the interactive client with: tmux on a socket of its own. Must be closed. */
import { spawnSync } from 'node:child_process'
import { type Place, waitFor } from './stage.ts'

export interface Terminal {
  /** Everything shown so far, with what has scrolled away. */
  screen: () => string
  type: (text: string) => void
  press: (key: string) => void
  waitForText: (text: string | RegExp) => Promise<void>
  close: () => void
}

export function openTerminal(place: Place, by: { command: string[]; env: Record<string, string> }): Terminal {
  const tmux = (...args: string[]) => {
    // The socket lies in the place's folder; a server found anywhere else would be somebody's own.
    const env = {
      PATH: place.env.PATH,
      HOME: place.home,
      TMUX_TMPDIR: place.root,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
    }
    const { status, stdout, stderr, error } = spawnSync('tmux', ['-L', 'check', '-f', '/dev/null', ...args], {
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`tmux ${args[0]}: ${error?.message ?? stderr}`)
    return stdout
  }
  const variables = Object.entries(by.env).map(([name, value]) => `${name}=${value}`)
  const command = ['env', '-i', ...variables, ...by.command].map(quote).join(' ')
  tmux(
    'new-session',
    '-d',
    '-s',
    'client',
    '-x',
    '160',
    '-y',
    '50',
    '-c',
    place.project,
    `${command}; echo CLIENT-ENDED; exec cat`,
  )
  const screen = () => tmux('capture-pane', '-p', '-J', '-S', '-2000', '-t', 'client')
  return {
    screen,
    type: (text) => void tmux('send-keys', '-l', '-t', 'client', text),
    press: (key) => void tmux('send-keys', '-t', 'client', key),
    async waitForText(text) {
      const shown = () => (typeof text === 'string' ? screen().includes(text) : text.test(screen()))
      await waitFor(`“${text}” on the screen`, () => (shown() ? true : undefined), 30_000).catch((error: Error) => {
        throw new Error(`${error.message}; it shows:\n${screen().trim()}`)
      })
    },
    close: () => void tmux('kill-server'),
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
