/** The rough common stem of a Spanish word's forms: `ejecuta`, `ejecutar` and `ejecutando` give `ejecut`. */
export function lightStem(word) {
  return FORM.exec(word)?.[1] ?? word
}

const FORM = new RegExp(
  `^(.{4,}?)(?:${[
    'adas?|ados?|idas?|idos?|arse|erse|irse|ando|iendo|aron|ieron|aban?|amos|emos|imos|aran?|eran?|iran?',
    'arian?|erian?|irian?|are|ere|ire|mente|ar|er|ir|as|es|os|an|en|ian?|io|a|e|o|s',
  ].join('|')})$`,
)

/** Words this may be the plural of. */
export function singularsOf(word) {
  return [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ces$/, 'z')].filter(
    (one) => one !== word && one.length > 2,
  )
}
