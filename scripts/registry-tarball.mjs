/**
 * Files of an npm package without installing it: the tarball comes from the configured registry with `npm pack`, no
 * script of the package runs, and its bytes must match the recorded integrity.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * The package's regular files by name. The integrity is the caller's, not what the registry says today.
 * @param {{ name: string, integrity: string }} source
 */
export function readTarball({ name, integrity }) {
  const work = mkdtempSync(join(tmpdir(), 'claude-mem-tarball-'))
  try {
    const packed = npm(['pack', name, '--ignore-scripts', '--silent', '--no-dry-run', '--pack-destination', work])
    if (packed.status !== 0) throw new Error(`npm could not get ${name}`)
    const bytes = readFileSync(join(work, packed.stdout.trim().split('\n').at(-1) ?? ''))
    if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity) throw new Tampered(name)
    return tarFiles(gunzipSync(bytes))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {Buffer} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * One of the files `readTarball` returned, if its hash matches.
 * @param {Map<string, Buffer>} files
 * @param {{ path: string, hash: string, of: string }} wanted
 */
export function takeFile(files, { path, hash, of }) {
  const bytes = files.get(path)
  if (!bytes || sha256(bytes) !== hash) throw new Tampered(`${path} of ${of}`)
  return bytes
}

/**
 * Atomic.
 * @param {string} path
 * @param {Buffer} bytes
 */
export function putFile(path, bytes) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.part`, bytes)
  renameSync(`${path}.part`, path)
}

/**
 * Without a registry an install continues; `otherwise` says what is missing. A wrong hash ends it.
 * @param {unknown} error
 * @param {{ otherwise: string, mustSucceed: boolean }} by
 */
export function endWithout(error, { otherwise, mustSucceed }) {
  const tampered = error instanceof Tampered
  console.error(`claude-mem: ${tampered ? error.message : otherwise}`)
  process.exitCode = tampered || mustSucceed ? 1 : 0
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

class Tampered extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`${what} is not what was measured; nothing of it is used.`)
  }
}

/**
 * The npm that runs us, else the one on the PATH; without the outer command's own settings.
 * @param {string[]} args
 */
function npm(args) {
  const outer = /^npm_config_(dry_run|json|pack_destination|workspaces?|global|omit|include)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !outer.test(key)))
  const script = process.env.npm_execpath
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = { env, cwd: tmpdir(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 300_000 }
  return script && /\.c?js$/.test(script)
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * ustar, as npm writes it: 512-byte headers, names under 100 characters.
 * @param {Buffer} tar
 * @returns {Map<string, Buffer>}
 */
function tarFiles(tar) {
  const files = new Map()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const text = (/** @type {number} */ from, /** @type {number} */ length) =>
      (tar.toString('latin1', at + from, at + from + length).split('\0')[0] ?? '').trim()
    const size = Number.parseInt(text(124, 12), 8)
    files.set([text(345, 155), text(0, 100)].filter(Boolean).join('/'), tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
