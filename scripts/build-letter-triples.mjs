/**
 * Writes src/memory/letter-triples.json: how much more often than by chance a letter follows two others in words. Takes files of
 * words, one a line, each with the weight of its words: `node scripts/build-letter-triples.mjs english.txt=1 names.txt=0.5 …`.
 * Every tenth word is left out; the script ends by saying how many of those pass for random, and how many random strings for words.
 * The kept table was made from word lists of English, German, French, Spanish, Italian, Portuguese, Dutch and Polish (npm's
 * an-array-of-*-words and dictionary-*), the vocabulary of the model, the names in the code of node_modules and names of packages.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const LETTERS = 27
/** Half bits; what is rarer than the least says no more. */
const LEAST = -9
const MOST = 6
/** As many triples as are believed of a pair seen for the first time. */
const SMOOTHING = 30

const lists = process.argv.slice(2).map((given) => {
  const [file = '', weight = '1'] = given.split('=')
  return {
    words: readFileSync(file, 'utf8')
      .split('\n')
      .filter((word) => /^[a-z]{2,24}$/.test(word)),
    weight: Number(weight),
  }
})
const triples = new Float64Array(LETTERS ** 3)
const pairs = new Float64Array(LETTERS ** 2)
const singles = new Float64Array(LETTERS)
const leftOut = []
for (const { words, weight } of lists) {
  for (const [at, word] of words.entries()) {
    if (at % 10 === 0) leftOut.push(word)
    else count(word, weight)
  }
}

const weights = Int8Array.from({ length: LETTERS ** 3 }, (_, at) => weightOf(at))
writeFileSync(
  new URL('../src/memory/letter-triples.json', import.meta.url),
  `${JSON.stringify({ weights: Buffer.from(weights.buffer).toString('base64') })}\n`,
)
for (const length of [7, 8, 10, 12, 16]) {
  const words = leftOut.filter((word) => word.length === length)
  const random = Array.from({ length: 20_000 }, () => randomLetters(length))
  /** @type {(of: string[], isRight: (score: number) => boolean) => string} */
  const share = (of, isRight) =>
    `${((100 * of.filter((word) => isRight(score(word))).length) / of.length).toFixed(2)} %`
  for (const limit of [-20, -14, -8, -4, 0])
    console.log(
      `${length} letters, below ${limit}: ${share(words, (one) => one < limit)} of words; not below: ${share(random, (one) => one >= limit)} of random`,
    )
}

/**
 * @param {string} word
 * @param {number} weight
 */
function count(word, weight) {
  for (let at = 0; at < word.length; at++) {
    const here = letterAt(word, at)
    const pair = letterAt(word, at - 1) * LETTERS + here
    add(triples, letterAt(word, at - 2) * LETTERS ** 2 + pair, weight)
    add(pairs, pair, weight)
    add(singles, here, weight)
  }
}

/**
 * @param {Float64Array} to
 * @param {number} at
 * @param {number} weight
 */
function add(to, at, weight) {
  to[at] = (to[at] ?? 0) + weight
}

/**
 * @param {string} word
 * @param {number} at
 */
function letterAt(word, at) {
  return at < 0 ? 0 : word.charCodeAt(at) - 96
}

/** @param {number} at */
function weightOf(at) {
  const here = at % LETTERS
  const first = Math.floor(at / LETTERS) % LETTERS
  const single = ((singles[here] ?? 0) + 1) / (sum(singles, 0) + LETTERS)
  const pair = ((pairs[first * LETTERS + here] ?? 0) + SMOOTHING * single) / (sum(pairs, first * LETTERS) + SMOOTHING)
  const triple = ((triples[at] ?? 0) + SMOOTHING * pair) / (sum(triples, at - here) + SMOOTHING)
  return Math.max(LEAST, Math.min(MOST, Math.round(2 * Math.log2(triple * 26))))
}

/**
 * @param {Float64Array} of
 * @param {number} from
 */
function sum(of, from) {
  return of.subarray(from, from + LETTERS).reduce((all, one) => all + one, 0)
}

/** @param {string} word */
function score(word) {
  let all = 0
  for (let at = 0; at < word.length; at++)
    all += weights[(letterAt(word, at - 2) * LETTERS + letterAt(word, at - 1)) * LETTERS + letterAt(word, at)] ?? 0
  return all
}

/** @param {number} length */
function randomLetters(length) {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
}
