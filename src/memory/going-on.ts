/** Prompts that ask for nothing new: "yes", "commit it", "push and open a PR". */

/** 12 letters: "yes, do it", "да, давай", "続けて"; a longer prompt in unknown words may ask for something. */
const MAX_LETTERS = 12

/** What happens then belongs to the work before it. */
export function goesOn(prompt: string): boolean {
  const words = wordsOf(prompt)
  if (words.length === 0) return true
  if (/^\/\w/.test(prompt.trim())) return words.length < 3
  if (words.every((word) => GO_ON.has(word))) return true
  const letters = words.join('').length
  return letters <= MAX_LETTERS && words.length <= 3 && !words.some((word) => /\d|_/.test(word))
}

const GO_ON = new Set(
  `ok okay k yes no yeah yep yup sure continue go on ahead do it please thanks thank you great good nice cool wow next now alright
  perfect done hi hello hey so and the a an i that this these looks look fine again try commit push pr lgtm all changes everything
  them proceed keep going then let's lets just with for me to up merge ship create open make stage amend squash message works work
  sí si vale dale hazlo continúa sigue adelante gracias haz el la los cambios y todo súbelo confirma
  да давай продолжай хорошо ок закоммить запушь спасибо дальше`.split(/\s+/),
)

/** An earlier session could not know more about anything in it. */
export function isChore(prompt: string): boolean {
  return goesOn(prompt) || hasOnlyChores(prompt)
}

/** Only words of everyday housekeeping ("ok, run the tests"), or no words at all. */
export function hasOnlyChores(prompt: string): boolean {
  return wordsOf(prompt).every((word) => GO_ON.has(word) || CHORES.has(word))
}

/** `/compact`, `/plugin:name words`; not a path at the beginning of a sentence. */
export function isSlashCommand(prompt: string): boolean {
  return /^\/[\w:-]+(?:\s|$)/.test(prompt.trim())
}

const CHORES = new Set(
  `run rerun start stop restart wait build compile test tests lint format check checks fix it's what is are was the status state progress
  thx nope stop hola gracias bien listo para otra vez por favor está estado las pruebas ejecuta corre тесты запусти статус что проверь
  branch pull request rebase release deploy review file files code clean in of on my our here there how far`.split(
    /\s+/,
  ),
)

function wordsOf(prompt: string): string[] {
  return prompt.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? []
}
