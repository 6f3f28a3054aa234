/**
 * The viewer's files, as the build put them beside the program. They contain no memories: the page fetches what it
 * shows like every other client. The content security policy keeps requests on this machine and text from becoming a
 * script.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { MemoryError } from '../../memory/error.ts'

const PAGE = { name: 'index.html', type: 'text/html; charset=utf-8' }
const FILES: Record<string, { name: string; type: string }> = {
  '/assets/app.js': { name: 'app.js', type: 'text/javascript; charset=utf-8' },
  '/assets/app.css': { name: 'app.css', type: 'text/css; charset=utf-8' },
  '/assets/icon.svg': { name: 'icon.svg', type: 'image/svg+xml' },
}
/** URLs of its views; the page itself reads the rest of the path. */
const VIEWS = /^\/(?:timeline|now|settings|insights|notes|review|memory\/\d+|session\/\d+)?$/

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

export function isViewerPath(path: string): boolean {
  return path in FILES || VIEWS.test(path)
}

export function sendViewerFile(outgoing: ServerResponse, path: string): void {
  const { name, type } = FILES[path] ?? PAGE
  const body = read(name)
  outgoing.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': body.length }).end(body)
}

function read(name: string): Buffer {
  try {
    return readFileSync(new URL(`./viewer/${name}`, import.meta.url))
  } catch (cause) {
    throw new MemoryError('unavailable', 'The viewer is not part of this build.', { cause })
  }
}
