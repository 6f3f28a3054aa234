/**
 * Makes the word lists in lexicon/ from text that exists in both languages:
 *   node scripts/lexicon/build.mjs
 * It fetches the packages (npm registry and Debian, see packages.mjs), pairs their sentences, learns which word stands for
 * which, adds the pairs written by hand (pairs-es-en.txt), and writes two sorted lists: lexicon/es-en.txt, English words
 * of a Spanish one, best first; lexicon/en-es.txt, by the stem of an English word the stems of its Spanish forms as the
 * keyword index keeps them. Five minutes and 2 GB on two cores. Another language is one more set of sources.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fold } from '../../src/memory/fold.ts'
import { stem } from '../../src/retrieval/stem.ts'
import { align } from './align.mjs'
import { SOURCES } from './sources-es-en.mjs'
import { lightStem, singularsOf } from './spanish.mjs'

/** A longer sentence pairs too many words by chance, and so does one much longer than its translation. */
const LONGEST = 70
/** How many links a hand-written pair is worth: it comes first unless the texts often disagree. */
const HAND = 30
/** What a word's other forms (`ejecuta`, `ejecutar`) are worth together, in links; its singular is worth more. */
const OTHER_FORMS = 2
const SINGULAR = 6
/** Fewer links than this count for less. */
const SURE = 4
/** Fewer links than this are chance: two verses of the Bible, half a sentence of a manual. */
const FEWEST = 0.6
const LEAST_SHARE = 0.1
const MAX_TRANSLATIONS = 3
/** Spanish forms rarer than this share are left out of `en-es`; of the others this many are kept. */
const LEAST_FORM = 0.005
const MAX_FORMS = 12
/** Weight of a form never seen as a translation of the word. */
const UNSEEN = 0.2

const words = { es: new Map(), en: new Map() }
const pairs = SOURCES.flatMap((source) => {
  const read = source.read()
  console.error(`${source.name}: ${read.length} pairs`)
  return read.map(([spanish, english]) => ({ source, spanish: wordsOf(spanish), english: wordsOf(english) }))
})
const spellings = new Map()
const sentences = distinct(pairs.filter(isTranslation)).map(({ source, spanish, english }) => {
  for (const word of english) countSpelling(word, source.weight)
  return {
    from: spanish.map((word) => numberOf(words.es, word)),
    to: english.map((word) => numberOf(words.en, stem(word))),
    weight: source.weight,
    loose: source.loose ?? false,
  }
})
console.error(`${sentences.length} distinct ones, ${words.es.size} Spanish words`)

const table = linksByWord(align(sentences, { from: words.es.size, to: words.en.size }))
for (const line of readFileSync(new URL('pairs-es-en.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [spanish, ...english] = line.split(' ')
  for (const word of english) {
    if (!spellings.has(stem(word))) countSpelling(word, 1)
    addTo(table, spanish, stem(word), HAND)
  }
}
const forms = new Map()
for (const [word, links] of table) for (const [english, count] of links) addTo(forms, lightStem(word), english, count)

const there = []
const back = new Map()
for (const [word, own] of table) {
  const kept = bestLinks(word, own)
  const english = kept.map(([one]) => spellingOf(one))
  if (english.length === 0 || (english.length === 1 && english[0] === word)) continue
  there.push([word, ...english])
  for (const [one] of kept) if (stem(word) !== one) addTo(back, one, stem(word), own.get(one) ?? UNSEEN)
}
write('es-en', there)
write(
  'en-es',
  [...back].map(([english, spanish]) => [english, ...formsOf(spanish)]),
)

function wordsOf(text) {
  return (
    fold(text.replaceAll(/\{[^}]*\}|%\w+|https?:\S+/g, ' '))
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

/** Not left in English, and not much longer or shorter than the other. */
function isTranslation({ spanish, english }) {
  const [one, other] = [spanish.length, english.length]
  if (one === 0 || other === 0 || Math.max(one, other) > LONGEST) return false
  if (one > 3 * other + 3 || other > 3 * one + 3) return false
  const same = new Set(english)
  const untouched = spanish.filter((word) => same.has(word)).length
  return one > 3 ? untouched <= 0.6 * one : spanish.join() !== english.join()
}

/** Help pages repeat each other. */
function distinct(all) {
  return [...new Map(all.map((pair) => [`${pair.spanish.join(' ')}|${pair.english.join(' ')}`, pair])).values()]
}

function numberOf(known, word) {
  const number = known.get(word) ?? known.size
  known.set(word, number)
  return number
}

function countSpelling(word, weight) {
  addTo(spellings, stem(word), word, weight)
}

function spellingOf(english) {
  return [...spellings.get(english)].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function linksByWord(links) {
  const [spanish, english] = [[...words.es.keys()], [...words.en.keys()]]
  const found = new Map()
  for (const [from, tos] of links) {
    for (const [to, count] of tos)
      if (isPlain(spanish[from]) && isPlain(english[to])) addTo(found, spanish[from], english[to], count)
  }
  return found
}

function isPlain(word) {
  return /^[a-z]+$/.test(word)
}

function bestLinks(word, own) {
  const links = new Map(own)
  const add = (of, worth) => {
    const whole = sumOf(of)
    for (const [english, count] of of) {
      links.set(english, (links.get(english) ?? 0) + worth * (count / whole) * Math.min(1, whole / SURE))
    }
  }
  // A word of four letters is its own stem, and matches too much.
  if (word.length > 4) add(forms.get(lightStem(word)), OTHER_FORMS)
  const singular = singularsOf(word).find((one) => table.has(one))
  if (singular !== undefined) add(table.get(singular), SINGULAR)
  const whole = sumOf(links)
  return [...links]
    .filter(([, count]) => count >= FEWEST && count / whole >= LEAST_SHARE)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_TRANSLATIONS)
}

function sumOf(counts) {
  return counts.values().reduce((sum, count) => sum + count, 0)
}

function formsOf(spanish) {
  const whole = sumOf(spanish)
  return [...spanish]
    .filter(([, count]) => count / whole >= LEAST_FORM)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_FORMS)
    .map(([form]) => form)
}

function addTo(table, row, column, count) {
  const found = table.get(row) ?? new Map()
  found.set(column, (found.get(column) ?? 0) + count)
  table.set(row, found)
}

function write(name, lines) {
  const sorted = lines.sort(([a], [b]) => (a < b ? -1 : 1)).map((line) => line.join(' '))
  writeFileSync(new URL(`../../lexicon/${name}.txt`, import.meta.url), `${sorted.join('\n')}\n`)
  console.error(`lexicon/${name}.txt: ${sorted.length} words`)
}
