/** The licences of all code in the bundle, as its packages state them, for dist/THIRD-PARTY.txt. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} root of the repository
 * @param {import('esbuild').Metafile[]} metafiles what the bundler says it has read
 */
export function thirdParty(root, metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const parts = [...folders].sort().map((folder) => partOf(join(root, folder)))
  const head = 'The program contains code of these packages. Their licences:\n'
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n`)
}

/** @param {string} folder of an installed package */
function partOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i.test(one))
  if (!file) throw new Error(`${name} has no licence file: its licence has to be looked up before it is bundled`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
