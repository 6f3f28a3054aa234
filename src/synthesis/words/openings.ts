/**
 * Words that open a sentence in a conversation and mean nothing outside it: "Yeah, …", "Vale, …", "好的，…". The most
 * common ones of several languages; in other languages openings stay.
 */

/** They may also begin an ordinary sentence ("Great circles …"): they count only when followed by punctuation. */
const ANSWERS = [
  'done|perfect|great|good|excellent|awesome|nice|cool|yes|yep|yup|no|nope|sure(?: thing)?|right|correct|important|well|hmm+|thanks|thank you|absolutely|definitely|exactly|of course|sounds good|looks good|got it|understood',
  'sí|vale|claro|perfecto|genial|bueno|bien|gracias|listo|hecho|entendido|de acuerdo|por supuesto',
  "oui|non|d['’]accord|parfait|super|merci|bien sûr|entendu|voilà",
  'ja|nein|klar|gut|genau|perfekt|danke|fertig|verstanden|in ordnung|alles klar',
  'sim|não|ótimo|perfeito|obrigad[oa]|beleza|certo|claro|pronto|entendi',
  'sì|perfetto|ottimo|grazie|bene|certo|va bene|capito|fatto',
  'да|нет|хорошо|отлично|готово|понятно|понял|спасибо|ладно|конечно|супер',
]
/** Meaningless with or without punctuation. */
const OPENERS = [
  'ok(?:ay)?|alright|yeah|oh|umm?|so|and|but|now|also|then|however|additionally|finally|note|basically|actually|oops|please|hi|hey|hello',
  'por favor|hola|oye|entonces',
  "s['’]il (?:te|vous) plaît|bonjour|salut|alors",
  'bitte|hallo',
  'olá|oi|então',
  'per favore|ciao|allora',
  'пожалуйста|привет|итак',
]
/** Written without spaces; punctuation ends them. */
const UNSPACED = [
  '好的?|是的|完成了?|明白了?|谢谢|没问题',
  'はい|了解(?:です|しました)?|わかりました|承知しました|ありがとうございます',
]

const MARK = '\\s?[!.,:—–-]+'
const spaced = `(?:(?:${ANSWERS.join('|')})${MARK}|(?:${OPENERS.join('|')})(?![\\p{L}\\p{N}])(?:${MARK})?)\\s+`
const unspaced = `(?:${UNSPACED.join('|')})[，、。！,.!]\\s*`

/** Only at the beginning, if two words, or eight letters of a script without spaces, remain. */
export const OPENING = new RegExp(`^(?:(?:${spaced})+(?=\\S{2,}\\s+\\S)|(?:${unspaced})+(?=\\S{8}))`, 'iu')
