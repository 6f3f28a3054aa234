/**
 * Fetches the tree-sitter grammars, so that an outline needs no compiler and no download at run time. Taken as tarballs
 * from the configured npm registry: nothing is installed, none of their scripts run (most would build native code), and
 * only files with the hashes below are kept, compressed, in grammars/. docs/decisions/0011 says why these packages.
 *
 * `node scripts/fetch-grammars.mjs`        without a registry it says so and ends well: outlines show only the shape
 * `node scripts/fetch-grammars.mjs --all`  for the package that is published; ends with 1 when something is missing
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { endWithout, messageOf, putFile, readTarball, sha256, takeFile } from './registry-tarball.mjs'

const SOURCES = [
  {
    name: '@vscode/tree-sitter-wasm@0.3.1',
    integrity: 'sha512-RJFoomET6FajjG511fmQxeBQfU6M24a0aFZPqpid+ttIxanWf1VGytBG0UmsGjt07qmIPJS8U31D+aecuCucsQ==',
    folder: 'package/wasm',
    files: {
      bash: 'a14e9ed880b2c3f16cd00c796c38d237a3e9b028bdec5b4315c76976e67b01ca',
      'c-sharp': 'd12d85996c25957b4c1b71e26db2d7cc8a294997b60642e9c2a3b031b2c66dd3',
      cpp: '77a65bd42f43c2dcd69af40c12a6c32d6ed81d360c025e9feb28911f8339fd69',
      css: '8a23977fe271357cce6f254ef88c9bebf3854602d8046605aef6a45c02135c59',
      go: '9504573f352b20be7f2f1911754d710622aedc15afff16d5ed8fb5645681aee7',
      java: '4fdeac4ca6ca089f06c6f7e562abcac1733cd465728cc7031ebb73c2019122c4',
      javascript: '5fb488d0cabb4775a594bab85682de5ad6ce83c0d6ac997a9f82dd084d571240',
      php: 'd4df6a6ff08c87c3ec4f9cbb785fe09998a0cb570e03f57d7b19b3acfb146aa7',
      python: '16108b50df4ee9a30168794252ab55e7c93bfc5765d7fa0aa3e335752c515f47',
      ruby: '09a96427d7c72f0613ed470cd9812223fc4a91d6a9c025c0235cc6bd59ff96f4',
      rust: '0dac14947cb04d94466e3df659f80a4e264c216a60b3eda175eae4cf12ed7a8d',
      tsx: '79e5da75ea62855a0cd67177685f0164eac87d5f630b3cbe1e0a099751ad30f8',
      typescript: '778025db5a8be0e70f8ccc3671e486dfeddd048c25d9e8a70c26de2e1bf6f97d',
    },
  },
  {
    name: '@repomix/tree-sitter-wasms@0.1.17',
    integrity: 'sha512-tc3HnFqdMF1pXhIMzG3aTaBDpIiHK2tPfn3fwqA6P3WTbHa+1EuuTubbKshvmN7xCHP5Ojz0/VW4R+XvR88KOw==',
    folder: 'package/out',
    files: {
      c: 'f0c308e7465d6af2e1de71426afbcb22ba33390227db950652808d248da03bf3',
      swift: 'd084eceba50e9a83319f5d171051b53179bd22b6ea6419014900c602d52cfa28',
    },
  },
  {
    name: '@tree-sitter-grammars/tree-sitter-kotlin@1.1.0',
    integrity: 'sha512-vlVXaxEE8t2kpJgfZpa8XVvxcnKw9AYtRTgy7KWjsDmAsadk06RxAT80IXOgGQnmM9i/orQn1nD84gPNUHu6DQ==',
    folder: 'package',
    files: { kotlin: '7009d69453bc8735e438b2818a633efb21c88f99782769abba60dffedfab73f7' },
  },
  {
    name: 'tree-sitter-scala@0.24.0',
    integrity: 'sha512-vkMuAUrBZ1zZz2XcGDQk18Kz73JkpgaeXzbNVobPke0G35sd9jH32aUxG6OLRKM7et0TbsfqkWf4DeJoGk4K1g==',
    folder: 'package',
    files: { scala: 'b7ec2bb29c19827abcefd18ed5cb5a43596009f96a5d53c5b9d1f9676d7521c3' },
  },
  {
    name: '@tree-sitter-grammars/tree-sitter-lua@0.4.1',
    integrity: 'sha512-EwagFaU6ZveVk18/Y8qUhZkkiBKnQ7dSCHbm//TUroLVKy3i1rOYGy/cNHtSkAb1eDvS1HhCLybH2S541Cya/g==',
    folder: 'package',
    files: { lua: '6d95607fc7d78964cfdf065ccb1ba76be5ed217c5ec0d0a3cace13c59fa1ae43' },
  },
  {
    name: 'tree-sitter-html@0.23.2',
    integrity: 'sha512-TN+l+7cCeLx9db/1RhRSqMAZO/266Oh2BHb8J8hMSSFLuzYvFTYP/UnD3S0mny5awzw05KzFNgu2vnwzN9wVJg==',
    folder: 'package',
    files: { html: 'c48fcd82c7ea8bf943180088ba7f28c48b2bb5287874179168bf9d31e394cf85' },
  },
  {
    name: 'tree-sitter-json@0.24.8',
    integrity: 'sha512-Tc9ZZYwHyWZ3Tt1VEw7Pa2scu1YO7/d2BCBbKTx5hXwig3UfdQjsOPkPyLpDJOn/m1UBEWYAtSdGAwCSyagBqQ==',
    folder: 'package',
    files: { json: 'd2119fb98d5912719b13f9458574f8608d2d29dfbe45f6be1f860ea1fe2a2405' },
  },
  {
    name: '@tree-sitter-grammars/tree-sitter-yaml@0.7.1',
    integrity: 'sha512-AynBwkIoQCTgjDR33bDUp9Mqq+YTco0is3n5hRApMqG9of/6A4eQsfC1/uSEeHSUyMQSYawcAWamsexnVpIP4Q==',
    folder: 'package',
    files: { yaml: 'e752dc21c3591df9b45692fe417d101f45d1828c28c44d79005f4066dc7e4e91' },
  },
  {
    name: '@tree-sitter-grammars/tree-sitter-toml@0.7.0',
    integrity: 'sha512-873Kl518Qm5ghbWadISY41rwFjee0v+2bU4twwvAw2VAJcWwj2vBo3F3hOCXfbqHaFiqc4qh6eLhkMl2YZJS0g==',
    folder: 'package',
    files: { toml: '1ac6a83826c35a68857f8325e00c78f6bcbef4eb6db3931a6cf3041f76e5e09f' },
  },
]

/**
 * From web-tree-sitter, which the lock file pins and the bundle contains; its program and this file belong together.
 */
const PARSER = 'node_modules/web-tree-sitter'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'grammars')

try {
  bringParser()
  for (const source of SOURCES) bring(source)
} catch (error) {
  const otherwise = `not all grammars could be fetched (${messageOf(error)}); those outlines show only the shape of a file.`
  endWithout(error, { otherwise, mustSucceed: process.argv.includes('--all') })
}

function bringParser() {
  const bytes = readFileSync(join(root, PARSER, 'web-tree-sitter.wasm'))
  if (isThere('tree-sitter', sha256(bytes))) return
  keep('tree-sitter', bytes)
  keepLicence('web-tree-sitter', readFileSync(join(root, PARSER, 'LICENSE')))
}

/** @param {{ name: string, integrity: string, folder: string, files: Record<string, string> }} source */
function bring(source) {
  const missing = Object.entries(source.files).filter(([name, hash]) => !isThere(name, hash))
  if (missing.length === 0) return
  const entries = readTarball(source)
  for (const [name, hash] of missing) {
    keep(name, takeFile(entries, { path: `${source.folder}/tree-sitter-${name}.wasm`, hash, of: source.name }))
  }
  keepLicence(source.name, entries.get('package/LICENSE') ?? entries.get('package/LICENSE.md'))
  console.error(
    `claude-mem: ${missing.length} ${missing.length === 1 ? 'grammar' : 'grammars'} of ${source.name} in place.`,
  )
}

/** @param {string} name @param {Buffer} bytes */
function keep(name, bytes) {
  // Quality 5: 32 MB become 2.3 in 1.3 s; the highest would save 0.3 MB more and take two and a half minutes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }
  putFile(pathOf(name), brotliCompressSync(bytes, { params }))
}

/** @param {string} name @param {Buffer | undefined} text */
function keepLicence(name, text) {
  const plain = name.replace(/^@|@[^@]*$/g, '').replace('/', '-')
  if (text) writeFileSync(join(folder, `LICENSE-${plain}.txt`), text)
}

/** @param {string} name @param {string} hash */
function isThere(name, hash) {
  if (!existsSync(pathOf(name))) return false
  try {
    return sha256(brotliDecompressSync(readFileSync(pathOf(name)))) === hash
  } catch {
    return false // truncated or damaged: fetched again
  }
}

/** @param {string} name */
function pathOf(name) {
  return join(folder, `${name}.wasm.br`)
}
