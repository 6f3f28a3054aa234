/**
 * Makes src/memory/vendor-patterns.json: the shapes of tokens with a mark of their own, taken as data from the rules of
 * secretlint (MIT), a maintained public list. Only patterns that begin with fixed letters and are linear are taken: no
 * repeated group, nothing unbounded. Our own list stands beside it in src/memory/vendor-token.ts.
 *
 * `node scripts/build-vendor-patterns.mjs`  after a new version was pinned below; the result is part of the repository
 */
import { fileURLToPath } from 'node:url'
import { putFile, readTarball } from './registry-tarball.mjs'

const SOURCE = {
  name: '@secretlint/secretlint-rule-preset-recommend@13.0.7',
  integrity: 'sha512-hfdYra+ZB6RmviEApxeL/YCx4ovBtpj0d9c+uhlCZaCikObjb8Sb8yqBN6g8/9tt7qD7LXGE3k9RtVvGK1fNVw==',
}
const TARGET = fileURLToPath(new URL('../src/memory/vendor-patterns.json', import.meta.url))

const code = readTarball(SOURCE).get('package/module/index.js')
if (!code) throw new Error(`${SOURCE.name} has no module/index.js`)
const patterns = []
for (const source of patternsIn(code.toString('utf8'))) {
  const pattern = source.replaceAll(/\(\?<\w+>/g, '(?:')
  const keywords = beginnings(pattern)
  if (keywords && isLinear(pattern)) patterns.push({ id: (keywords[0] ?? '').replace(/\W$|_$/, ''), pattern, keywords })
}
const made = { from: SOURCE.name, licence: 'MIT, Copyright (c) 2020 azu', patterns }
putFile(TARGET, Buffer.from(`${JSON.stringify(made, undefined, 2)}\n`))
console.log(`${patterns.length} patterns: ${patterns.map(({ id }) => id).join(' ')}`)

/**
 * The regular expressions that begin where no word goes on, without that beginning: ours is stricter.
 * @param {string} code
 */
function* patternsIn(code) {
  for (const line of code.split('\n')) {
    const source = /= \/\(\?<!\\p\{L\}\)((?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/g[a-z]*;/.exec(line)?.[1]
    if (source) yield source
  }
}

/**
 * The fixed letters every match begins with; undefined where there are fewer than three.
 * @param {string} source
 */
function beginnings(source) {
  const [, choice = '', rest = source] = /^\(\?:((?:\w+\|)+\w+)\)(.*)$/.exec(source) ?? []
  const fixed = (/^(?:(?:[\w-]|\\\.)(?![{+*?]))*/.exec(rest)?.[0] ?? '').replaceAll('\\', '')
  const found = choice.split('|').map((one) => one + fixed)
  return found.every((word) => word.length >= 3) ? found : undefined
}

/**
 * No group is repeated and every repetition is bounded, so each start is looked at a bounded number of times.
 * @param {string} source
 */
function isLinear(source) {
  const plain = source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, 'C')
  return !/[*+]|\{\d+,\}|\)[{?]/.test(plain)
}
