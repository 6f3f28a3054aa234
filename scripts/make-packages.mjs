/**
 * The packages that are published, as folders and tarballs in .cache/packages (`npm run packages`):
 *
 *   agent-keepsake               the program, the model, the grammars; no dependency but the optional ones below
 *   agent-keepsake-OS-CPU        the native library of one platform; npm installs the one whose `os` and `cpu` fit
 *   agent-keepsake-node          brings a Node; npm installs it only where its own Node is too old (`engines`)
 *
 * docs/decisions/0036 says why. The package.json of the repository is for working on it and is never published.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ name: string, version: string, [field: string]: unknown }} Manifest */

const root = fileURLToPath(new URL('..', import.meta.url))
const packagesFolder = join(root, '.cache/packages')

/** The oldest Node the program runs on; bin/claude-mem.mjs looks for another one below it. */
const OLDEST_NODE = '22.16.0'

/** @returns {Manifest[]} the program last: it names the others */
export function makePackages() {
  runScript('fetch-model.mjs', ['--all-platforms'])
  runScript('fetch-grammars.mjs', ['--all'])
  runScript('build.mjs', [])
  rmSync(packagesFolder, { recursive: true, force: true })
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const optional = [...platforms().map((platform) => libraryPackage(own, platform)), nodePackage(own)]
  const { name, version, description, license, type, bin, engines, files } = own
  const program = makePackage(
    {
      ...{ name, version, description, license, type, bin, engines },
      files: files.filter((/** @type {string} */ one) => one !== 'runtime'),
      optionalDependencies: Object.fromEntries(optional.map((one) => [one.name, one.version])),
    },
    (folder) => {
      for (const one of [...files, 'README.md', 'LICENSE', 'CHANGELOG.md'])
        if (one !== 'runtime') cpSync(join(root, one), join(folder, one), { recursive: true })
    },
  )
  return [...optional, program]
}

/** @param {string} name */
export const tarballOf = (name) => join(packagesFolder, `${name}.tgz`)

function platforms() {
  const names = readdirSync(join(root, 'runtime'), { withFileTypes: true })
  return names.filter((one) => one.isDirectory()).map((one) => one.name)
}

/** @param {Manifest} own @param {string} platform */
function libraryPackage({ name, version }, platform) {
  const [os, cpu] = platform.split('-')
  return makePackage(
    {
      name: `${name}-${platform}`,
      version,
      description: `ONNX Runtime for ${name} on ${platform}`,
      license: 'MIT',
      os: [os],
      cpu: [cpu],
    },
    (folder) => cpSync(join(root, 'runtime', platform), folder, { recursive: true }),
  )
}

/** @param {Manifest} own */
function nodePackage({ name, version, optionalDependencies }) {
  return makePackage(
    {
      name: `${name}-node`,
      version,
      description: `Node for ${name}, where the one that is there is too old`,
      license: 'MIT',
      engines: { node: `<${OLDEST_NODE}` },
      dependencies: optionalDependencies,
    },
    (folder) => cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE')),
  )
}

/** @param {Manifest} manifest @param {(folder: string) => void} fill */
function makePackage(manifest, fill) {
  const folder = join(packagesFolder, manifest.name)
  mkdirSync(folder, { recursive: true })
  fill(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packagesFolder], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (packed.status !== 0) throw new Error(`npm could not pack ${manifest.name}: ${packed.stderr}`)
  cpSync(join(packagesFolder, packed.stdout.trim()), tarballOf(manifest.name))
  rmSync(join(packagesFolder, packed.stdout.trim()))
  return manifest
}

/** @param {string} name @param {string[]} args */
function runScript(name, args) {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const ran = spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (ran.status !== 0) throw new Error(`${name} ended with ${ran.status}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, version } of makePackages()) console.log(`${name}@${version}  ${tarballOf(name)}`)
}
