/**
 * Did this event bring in text that other people wrote? The web, other programs' tools, and files outside the project
 * (or of packages installed in it). In doubt, yes.
 */

import { posix } from 'node:path'
import type { MemoryEvent } from '../../memory/event.ts'
import { programWords, simpleCommands } from '../../memory/shell-command.ts'
import type { ToolCall } from '../../memory/tool-call.ts'

/** Without a root every absolute path is outside. */
export function isOutside(event: MemoryEvent, root: string | undefined): boolean {
  if (event.kind !== 'tool') return false
  const { call } = event
  if (call.act === 'other' || (call.act === 'search' && call.web === true)) return true
  if (call.act === 'command') return isOutsideCommand(call.command, root)
  return !isWritten(call) && call.files.some((file) => isOutsidePath(file, root))
}

/** A file the agent wrote contains the agent's own words, wherever it is. */
function isWritten(call: ToolCall): boolean {
  return call.act === 'edit' && call.created
}

function isOutsidePath(path: string, root: string | undefined): boolean {
  if (path === '' || path === '/dev/null') return false
  const plain = path.replaceAll('\\', '/')
  if (/(?:^|\/)(?:node_modules|site-packages|\.venv|vendor)\//.test(plain)) return true
  if (plain.startsWith('~')) return true
  const isAbsolute = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain)
  if (!isAbsolute) return posix.normalize(plain).startsWith('..')
  const base = root?.replaceAll('\\', '/').replace(/\/+$/, '') ?? ''
  const whole = posix.normalize(plain)
  return base === '' || (whole !== base && !whole.startsWith(`${base}/`))
}

function isOutsideCommand(command: string, root: string | undefined): boolean {
  const words = command.slice(0, 8000)
  if (INLINE_FETCH.test(words) && !LOOPBACK_ONLY.test(words)) return true
  const commands = simpleCommands(words).flatMap((command) => command.split(/\$\(|`/))
  return commands.some((command) => {
    const [program = '', ...rest] = programWords(command)
    const name = program.toLowerCase()
    if (REMOTE.has(name)) return true
    if (FETCHERS.has(name)) return !isLoopback(rest)
    return READERS.has(name) && rest.some((word) => /^[/~.]/.test(word) && isOutsidePath(word, root))
  })
}

/** Programs whose output is other people's text. */
const REMOTE = new Set(
  'gh glab lynx w3m links elinks ssh scp sftp ftp rsync nc ncat telnet youtube-dl yt-dlp'.split(' '),
)
const FETCHERS = new Set('curl wget http https xh curlie aria2c iwr irm invoke-webrequest invoke-restmethod'.split(' '))
const READERS = new Set('cat bat head tail less more grep egrep rg ag sed awk jq yq strings xxd diff nl tac'.split(' '))
const INLINE_FETCH =
  /\b(?:requests\.(?:get|post)|urllib\.request|urlopen|httpx\.|fetch\(|axios\.|https?\.get\(|Net::HTTP|LWP::|file_get_contents\(\s*["']https?)/
const LOOPBACK_ONLY = /^(?!.*https?:\/\/(?!localhost|127\.|\[::1\])).*(?:localhost|127\.|\[::1\])/s

/** A request to the project's own server: it names this machine and no other. */
function isLoopback(words: readonly string[]): boolean {
  const places = words.filter(
    (word) => !word.startsWith('-') && /:\/\/|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|^localhost|^\[::1\]/.test(word),
  )
  return (
    places.length > 0 &&
    places.every((word) => /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/.test(word))
  )
}
