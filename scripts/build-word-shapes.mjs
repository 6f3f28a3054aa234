/**
 * Writes src/memory/word-shapes.json: how much more often than in random strings small letters, capitals, digits and signs follow
 * each other in the odd words of texts (names with numbers, paths, versions). Takes folders of text:
 * `node scripts/build-word-shapes.mjs node_modules /usr/share/doc …`. Every second word is left out; the script ends by saying how
 * many of those pass for random, and how many random strings for words.
 * The kept table was made from the packages of node_modules and from the documents and Python files of a Debian system.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKnownForm, scoreWord, shapesOf, WORD_SHAPES } from '../src/memory/scrambled.ts'
import { oddRuns } from '../src/memory/word-runs.ts'

const TEXT = /\.(?:d\.ts|ts|md|js|mjs|ya?ml|json|txt|css|py|sh|conf|html|toml|rst)$/
const MOST_BYTES = 60_000_000
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS = SMALL + SMALL.toUpperCase()
const DIGITS = '0123456789'
/** Passwords and tokens as generators make them. */
const ALPHABETS = [
  LETTERS + DIGITS,
  LETTERS + DIGITS,
  SMALL + DIGITS,
  SMALL.toUpperCase() + DIGITS,
  LETTERS,
  SMALL,
  `${LETTERS}${DIGITS}!#%^*+=~_-`,
  `${LETTERS}${DIGITS}_-`,
]

const words = [...new Set(oddWords(process.argv.slice(2)))]
const natural = new Float64Array(WORD_SHAPES)
const random = new Float64Array(WORD_SHAPES)
for (const word of words.filter((_, at) => at % 2 === 0)) count(natural, word)
for (let at = 0; at < words.length / 2; at++) count(random, randomWord(ALPHABETS[at % ALPHABETS.length] ?? SMALL))
const weights = Array.from(natural, (_, at) => weightOf(at))
writeFileSync(new URL('../src/memory/word-shapes.json', import.meta.url), `${JSON.stringify({ weights })}\n`)

const leftOut = words.filter((_, at) => at % 2 === 1)
for (const limit of [-20, -15, -10, -6, -3, 0]) {
  const taken = leftOut.filter((word) => scoreWord(word, weights) < limit).length
  const missed = ALPHABETS.slice(1).map((alphabet) => {
    const made = Array.from({ length: 4000 }, () => randomWord(alphabet))
    return ((100 * made.filter((word) => scoreWord(word, weights) >= limit).length) / made.length).toFixed(1)
  })
  console.log(
    `below ${limit}: ${((100 * taken) / leftOut.length).toFixed(2)} % of words; not below, % of random: ${missed}`,
  )
}

/** @param {string[]} folders */
function* oddWords(folders) {
  let bytes = 0
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name) || name.includes('.min.') || bytes > MOST_BYTES) continue
      const path = join(folder, name)
      const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
      if (size < 50 || size > 120_000 || !statSync(path).isFile()) continue
      const text = readFileSync(path, 'utf8')
      // Code made by a machine names nothing.
      if (/[^\n]{2000}/.test(text)) continue
      bytes += size
      for (const { start, end } of oddRuns(text)) {
        const word = text.slice(start, end).replace(/^[*_~=:#.]*|[*_~.,:!?]+$/g, '')
        if (word.length >= 8 && word.length <= 32 && !/[/:@%&]/.test(word) && !isKnownForm(word)) yield word
      }
    }
  }
}

/**
 * @param {Float64Array} to
 * @param {string} word
 */
function count(to, word) {
  for (const shape of shapesOf(word)) to[shape] = (to[shape] ?? 0) + 1
}

/** @param {number} at */
function weightOf(at) {
  const classes = Math.round(Math.cbrt(WORD_SHAPES))
  const from = at - (at % classes)
  /** @type {(of: Float64Array) => number} */
  const share = (of) =>
    ((of[at] ?? 0) + 0.5) / (of.subarray(from, from + classes).reduce((all, one) => all + one, 0) + classes / 2)
  return Math.round(2 * Math.log2(share(natural) / share(random)))
}

/** @param {string} alphabet */
function randomWord(alphabet) {
  const length = 8 + Math.floor(Math.random() * 12)
  return Array.from({ length }, () => alphabet.charAt(Math.floor(Math.random() * alphabet.length))).join('')
}
