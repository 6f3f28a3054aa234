/**
 * Words that open a sentence in a conversation and mean nothing outside it: "Yeah, …", "Vale, …", "好的，…". The most common of
 * several languages, as data; a language that is not listed keeps its openings.
 */

/** They may also begin a sentence of their own ("Great circles …"): only with a mark behind them are they an answer. */
const ANSWERS = [
  'done|perfect|great|good|excellent|awesome|nice|cool|yes|yep|yup|no|nope|sure(?: thing)?|right|correct|important|well|hmm+|thanks|thank you|absolutely|definitely|exactly|of course|sounds good|looks good|got it|understood',
  'sí|vale|claro|perfecto|genial|bueno|bien|gracias|listo|hecho|entendido|de acuerdo|por supuesto',
  "oui|non|d['’]accord|parfait|super|merci|bien sûr|entendu|voilà",
  'ja|nein|klar|gut|genau|perfekt|danke|fertig|verstanden|in ordnung|alles klar',
  'sim|não|ótimo|perfeito|obrigad[oa]|beleza|certo|claro|pronto|entendi',
  'sì|perfetto|ottimo|grazie|bene|certo|va bene|capito|fatto',
  'да|нет|хорошо|отлично|готово|понятно|понял|спасибо|ладно|конечно|супер',
]
/** They mean nothing with a mark or without. */
const OPENERS = [
  'ok(?:ay)?|alright|yeah|so|and|but|now|also|then|however|additionally|finally|note|basically|actually|oops|please|hi|hey|hello',
  'por favor|hola|oye|entonces',
  "s['’]il (?:te|vous) plaît|bonjour|salut|alors",
  'bitte|hallo',
  'olá|oi|então',
  'per favore|ciao|allora',
  'пожалуйста|привет|итак',
]
/** Written without blanks; the mark behind them is their end. */
const UNSPACED = [
  '好的?|是的|完成了?|明白了?|谢谢|没问题',
  'はい|了解(?:です|しました)?|わかりました|承知しました|ありがとうございます',
]

const MARK = '\\s?[!.,:—–-]+'
const spaced = `(?:(?:${ANSWERS.join('|')})${MARK}|(?:${OPENERS.join('|')})(?![\\p{L}\\p{N}])(?:${MARK})?)\\s+`
const unspaced = `(?:${UNSPACED.join('|')})[，、。！,.!]\\s*`

/** At the beginning, as long as two words, or eight letters of a script without blanks, are left. */
export const OPENING = new RegExp(`^(?:(?:${spaced})+(?=\\S{2,}\\s+\\S)|(?:${unspaced})+(?=\\S{8}))`, 'iu')
