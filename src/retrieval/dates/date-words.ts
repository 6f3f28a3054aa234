/**
 * The words in dates, in English and Spanish, lower case without accents: numbers, units, months and weekdays. Each
 * list gives the source of a pattern and a lookup from word to meaning.
 */

/** How many; "a few" is a range. */
export interface Count {
  least: number
  most: number
}

const NUMBERS = [
  'a an one un una uno',
  'two dos',
  'three tres',
  'four cuatro',
  'five cinco',
  'six seis',
  'seven siete',
  'eight ocho',
  'nine nueve',
  'ten diez',
  'eleven once',
  'twelve doce',
  'thirteen trece',
  'fourteen catorce',
  'fifteen quince',
  'sixteen dieciseis',
  'seventeen diecisiete',
  'eighteen dieciocho',
  'nineteen diecinueve',
  'twenty veinte',
].map((words) => words.split(' '))
const HALF = 'half(?: an?)?|medi[oa]'
const COUPLE = '(?:a )?couple(?: of)?|un par de'
const FEW = '(?:a )?few|several|some|un[oa]s(?: (?:poc|cuant)[oa]s)?|algun[oa]s|vari[oa]s|poc[oa]s'

export const COUNT = `(?:\\d{1,4}|${HALF}|${COUPLE}|${FEW}|${NUMBERS.flat().join('|')})`

/** Without a word: a few. */
export function countOf(word: string | undefined): Count {
  const said = word?.toLowerCase() ?? 'few'
  if (/^\d/.test(said)) return { least: Number(said), most: Number(said) }
  if (is(HALF, said)) return { least: 0.5, most: 0.5 }
  if (is(COUPLE, said)) return { least: 1, most: 3 }
  const number = indexOf(NUMBERS, said) + 1
  return number > 0 ? { least: number, most: number } : { least: 2, most: 5 }
}

const MINUTES: [number, string][] = [
  [1, 'minutes?|mins?|minutos?'],
  [60, 'hours?|hrs?|horas?'],
  [1440, 'days?|dias?'],
  [7 * 1440, 'weeks?|semanas?'],
  [30 * 1440, 'months?|mes(?:es)?'],
  [365 * 1440, 'years?|anos?'],
]
export const UNIT = `(?:${MINUTES.map(([, words]) => words).join('|')})`

export function minutesOf(unit: string | undefined): number {
  return MINUTES.find(([, words]) => is(words, unit ?? ''))?.[0] ?? 1440
}

const MONTHS = [
  'january jan enero',
  'february feb febrero',
  'march mar marzo',
  'april apr abril',
  'may mayo',
  'june jun junio',
  'july jul julio',
  'august aug agosto',
  'september sept sep septiembre setiembre',
  'october oct octubre',
  'november nov noviembre',
  'december dec diciembre',
].map((words) => words.split(' '))
export const MONTH = `(?:${MONTHS.flat().join('|')})`

/** 1–12 */
export function monthOf(word: string | undefined): number {
  return indexOf(MONTHS, word ?? '') + 1
}

/** `dec`, `mar` and `oct` are ordinary words unless a number is next to them. */
export function isMonthName(word: string | undefined): boolean {
  return word !== undefined && (word.length > 4 || /^(?:\p{Lu}|may|mayo|june|july)/u.test(word))
}

/** "It may fail": lower-case "may" is a month only after "in", "last" or with a year. */
export function isVerb(word: string | undefined): boolean {
  return word === 'may'
}

const WEEKDAYS = [
  'monday lunes',
  'tuesday martes',
  'wednesday miercoles',
  'thursday jueves',
  'friday viernes',
  'saturday sabado',
  'sunday domingo',
].map((words) => words.split(' '))
export const WEEKDAY = `(?:${WEEKDAYS.flat().join('|')})`

/** 0 = Monday. */
export function weekdayOf(word: string | undefined): number {
  return indexOf(WEEKDAYS, word ?? '')
}

function indexOf(table: string[][], word: string): number {
  return table.findIndex((words) => words.includes(word.toLowerCase()))
}

function is(words: string, said: string): boolean {
  // A phrase may contain several spaces or line breaks.
  return new RegExp(`^(?:${words})$`, 'i').test(said.replace(/\s+/g, ' '))
}
