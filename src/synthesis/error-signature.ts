/**
 * What went wrong, from the output of a failed command: the kind of error, its message and the files it names.
 */
import { markedCut } from '../memory/cut-text.ts'
export interface ErrorSignature {
  /** `TypeError`, `TS2339`, `E0308`, `panic`; empty if the tool printed only a message. */
  kind: string
  message: string
  /** Files named in the output as printed, nearest to the error first. */
  files: string[]
}

export function findError(output: string): ErrorSignature | undefined {
  const lines = tail(output).split(/\r?\n/)
  for (const find of FINDERS) {
    const found = find(lines)
    if (found !== undefined) return { ...found, message: tidy(found.message), files: filesIn(lines, found.line) }
  }
  return undefined
}

/** One short clause: `TypeError: Invalid comparison of complex I`. */
export function renderError(error: ErrorSignature, limit: number): string {
  const text =
    error.kind === '' || error.message.startsWith(error.kind) ? error.message : `${error.kind}: ${error.message}`
  return markedCut(text.replace(/[:\s]+$/, ''), limit)
}

interface Found {
  kind: string
  message: string
  line: number
}

// 40,000 characters: errors are at the end; capture keeps less than this anyway
const TAIL_CHARS = 40_000

function tail(output: string): string {
  return output.length > TAIL_CHARS ? output.slice(-TAIL_CHARS) : output
}

const FINDERS: ((lines: string[]) => Found | undefined)[] = [
  last(
    /^(?:E\s+)?((?:[a-zA-Z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Failed|Exit|Interrupt|NotFound|DoesNotExist|Invalid\w*))(?::\s*(.*))?$/,
  ),
  // Python prefixes an exception with its module, whatever its last word is:
  // `django.core.exceptions.ImproperlyConfigured: …`
  last(/^((?:[a-z_]\w*\.)+[A-Z]\w+):\s+(.+)$/),
  last(/^\s*(?:Uncaught\s+)?((?:[A-Z]\w*)?(?:Error|Exception))(?:\s*\[\w+\])?:\s+(.+)$/),
  first(/\berror\s+(TS\d+):\s+(.+)$/),
  first(/^error\[(E\d+)\]:\s+(.+)$/),
  first(/^(panic): (.+)$/),
  first(/^Exception in thread "[^"]*"\s+([\w.$]+):?\s*(.*)$/),
  first(/^PHP\s+(?:Fatal|Parse)\s+error:\s+(?:Uncaught\s+)?(\w*)[:\s]\s*(.+)$/),
  ruby,
  rustPanic,
  first(/^\S+:\d+(?::\d+)?:\s+(?:fatal\s+)?()error:\s+(.+)$/),
  first(/^\.?\/?[\w./-]+\.go:\d+:\d+:\s+()(.+)$/),
  first(/^\[ERROR\]\s+\S+\.java:\[\d+,\d+\]\s+()(.+)$/),
  first(/^()error:\s+(.+)$/i),
  first(/^\s*[×✖]\s+()(.{8,})$/),
  first(/^\s*\d+:\d+\s+()error\s+(.+)$/),
  first(/^(?:.*?:\s+)?(?:line \d+:\s+)?()(\S+: (?:command not found|No such file or directory|Permission denied))$/),
  first(/^()(fatal: .+|FATAL: .+)$/),
  first(/^npm (?:ERR!|error)\s+()(?!code|errno|path|command|A complete|workspace|location|Lifecycle)(.+)$/),
]

function first(pattern: RegExp): (lines: string[]) => Found | undefined {
  return (lines) => {
    for (let line = 0; line < lines.length; line++) {
      const found = match(pattern, lines[line] ?? '', line)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function last(pattern: RegExp): (lines: string[]) => Found | undefined {
  return (lines) => {
    for (let line = lines.length - 1; line >= 0; line--) {
      const found = match(pattern, lines[line] ?? '', line)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function match(pattern: RegExp, text: string, line: number): Found | undefined {
  if (text.length > 1000) return undefined
  const found = pattern.exec(text)
  if (found === null) return undefined
  return { kind: (found[1] ?? '').split('.').at(-1) ?? '', message: found[2] ?? '', line }
}

const RUBY = /^\S+\.rb:\d+:in\s+[`'][^']*':\s+(.+)\s+\(([\w:]+)\)$/

function ruby(lines: string[]): Found | undefined {
  for (let line = 0; line < lines.length; line++) {
    const found = RUBY.exec(lines[line] ?? '')
    if (found) return { kind: found[2] ?? '', message: found[1] ?? '', line }
  }
  return undefined
}

/** The message is on the line after the location. */
function rustPanic(lines: string[]): Found | undefined {
  const line = lines.findIndex((text) => /^thread '[^']*' panicked at /.test(text))
  if (line < 0) return undefined
  const message = /panicked at '(.*)', /.exec(lines[line] ?? '')?.[1] ?? lines[line + 1] ?? ''
  return { kind: 'panic', message: message.replace(/^called `\w+::\w+\(\)` on an? `\w+` value: /, ''), line }
}

const FILE =
  /(?:^|[\s("'`[])((?:[A-Za-z]:)?[\w@./\\-]*[\w-]\.(?:py|pyi|jsx?|tsx?|mjs|cjs|go|rs|java|kt|rb|php|cs?|cc|cpp|h|hpp|swift|scala|vue|svelte|sql|json|ya?ml|toml|html|css))(?=["':(),\s\]]|$)/g
const NOT_OURS = /(^|\/)(node_modules|site-packages|dist-packages|lib\/python[\d.]+|internal|\.cargo|vendor)\/|^node:/

function filesIn(lines: string[], around: number): string[] {
  const found = new Map<string, number>()
  lines.forEach((line, index) => {
    if (line.length > 1000) return
    for (const match of line.matchAll(FILE)) {
      const file = match[1] ?? ''
      if (file === '' || NOT_OURS.test(file)) continue
      const distance = Math.abs(index - around)
      found.set(file, Math.min(found.get(file) ?? distance, distance))
    }
  })
  // 12 files: a traceback's own frames; a build log can name hundreds
  return [...found]
    .sort((a, b) => a[1] - b[1])
    .slice(0, 12)
    .map(([file]) => file)
}

function tidy(message: string): string {
  return message.replace(/\s+/g, ' ').trim().slice(0, 300)
}
