/**
 * Which project a path belongs to. The origin's address is the identity, so that clones, worktrees and moved folders
 * share their memory and two repositories with the same name do not; without an origin it is the root's real path.
 */
import { basename, resolve, win32 } from 'node:path'
import { isTooLong } from '../memory/path-length.ts'
import { redactSecrets } from '../memory/redaction.ts'
import type { Project } from '../memory/session.ts'
import { findGitRoot, originUrl } from './git.ts'
import { findRealPath } from './paths.ts'
import { findWorktreePlace } from './worktree-place.ts'

/** Id and name are stored and shown, so a folder whose name looks like a secret is redacted. */
export function resolveProject(path: string): Project {
  const { id, name, root } = projectAt(path)
  return { id: redactSecrets(id), name: redactSecrets(name), root }
}

function projectAt(path: string): Project {
  if (isForeign(path)) return foreignProject(path)
  const folder = resolve(path)
  const real = findRealPath(folder)
  if (real === undefined) {
    const worktree = findWorktreePlace(folder)
    // A repository above any other folder that is gone need not be the one it belonged to.
    return worktree ? projectAt(worktree.repository) : { id: folder, name: nameOf(folder), root: folder }
  }
  const root = findGitRoot(real) ?? real
  const origin = originUrl(root)
  const id = origin === undefined ? undefined : normalOrigin(origin)
  return id === undefined ? { id: root, name: nameOf(root), root } : { id, name: nameOf(id), root }
}

/**
 * `github.com/acme/api` from any way of writing it. undefined for a local path: such an origin says where a copy came
 * from, not what the project is.
 */
export function normalOrigin(url: string): string | undefined {
  const text = url.trim()
  if (isTooLong(text)) return undefined
  if (/^(?:[A-Za-z]:[\\/]|[/.~\\]|file:)/.test(text)) return undefined
  const remote = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? fromUrl(text) : fromScp(text)
  if (remote === undefined) return undefined
  const path = remote.path
    .replace(/^[/~]+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/{2,}/g, '/')
  return remote.host === '' || path === '' ? undefined : `${remote.host.toLowerCase()}/${path}`
}

interface Remote {
  host: string
  path: string
}

function fromUrl(text: string): Remote | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // An ssh port is only a route; a web port can be another server.
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return { host: isWeb ? url.host : url.hostname, path: url.pathname }
}

/** `git@host:path`, and an ssh alias with no user. */
function fromScp(text: string): Remote | undefined {
  const match = /^(?:[^@/\s]+@)?(\[[^\]]+\]|[^:/\s]+):(.+)$/.exec(text)
  return match === null ? undefined : { host: match[1] ?? '', path: match[2] ?? '' }
}

/** A Windows path on another system: from the transcript of a session that ran elsewhere. */
function isForeign(path: string): boolean {
  return process.platform !== 'win32' && /^[A-Za-z]:[\\/]/.test(path)
}

function foreignProject(path: string): Project {
  const root = win32.normalize(path).replace(/(?<=[^:])\\$/, '')
  return { id: root, name: win32.basename(root) || root, root }
}

function nameOf(path: string): string {
  return basename(path) || path
}
