/**
 * Detects the language of a text by its most common words. Only English and Spanish are recognised; languages similar
 * to Spanish are listed so that they are not mistaken for it.
 */
import { fold } from './fold.ts'

export type Language = 'en' | 'es'

/** Words that say nothing about the subject. About 200 English and 100 Spanish ones, without accents. */
export const STOP_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: list(`
a about above after again against all almost along already also although always am among an and another any anybody
anyone anything are aren around as at away be became because become been before being below between both but by came
can cannot could couldn did didn do does doesn doing don done down during each either else enough even ever every
everyone everything few for from further get gets getting give given go goes going gone got had hadn has hasn have
haven having he her here hers herself him himself his how however i if in instead into is isn it its itself just
kind let like ll many may maybe me might mine more most much must my myself near nearly need neither never no nobody
none nor not nothing now of off often on once one only onto or other others our ours ourselves out over own perhaps
please put quite rather re really said same say says see seem seems seen shall she should shouldn since so some
somebody someone something sometimes still such sure take taken tell than that the their theirs them themselves then
there these they thing things this those though through thus to together too toward under unless until up upon us
used uses using usually ve very via was wasn way we well went were weren what whatever when where whether which while
who whole whom whose why will with within without won would wouldn yes yet you your yours yourself yourselves`),
  es: list(`
al algo alguien algun alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello aquellos aqui asi
aun aunque bajo bien cada casi como con contra cual cuales cuando cuanta cuantas cuanto cuantos cuya cuyo de del desde
despues dime donde dos e el ella ellas ello ellos en entonces entre era eran eres es esa esas ese eso esos esta estaba
estado estamos estan estar estas este esto estos estoy fue fueron ha habia hace hacia han has hasta hay he la las le
les lo los luego mas me mi mientras mis misma mismo mucha muchas mucho muchos muy nada ni no nos nosotros nuestra
nuestro o os otra otras otro otros para pero poco por porque pues que quien quienes recuerdame cuentame sugiere se sea
segun ser si sido siempre sin sino sobre solo somos son soy su sus tal tambien tampoco tan tanto te tener tengo ti
tiene tienen todas todavia todo todos tu tus un una unas uno unos usted ustedes va vamos van y ya yo`),
}

/**
 * Common words of languages that share many with Spanish, or occur as often: French, Portuguese, Italian, Catalan,
 * German, Dutch.
 */
const OTHERS: readonly (readonly string[])[] = [
  list(`le la les de des du un une et est en que qui dans pour pas sur avec vous nous ce cette au aux sont je tu il elle on
    ils ne par plus mais ou se si me te son sa ses leur entre`),
  list(`o a os as um uma de do da dos das e que em no na nos nas com por para nao mais ao se foi ele ela isso voce mas pelo
    pela seu sua sao como ou quando muito ja ha esta este entre sem tem`),
  list(`il lo la i gli le di del della dei delle che e un una in nel nella per con non sono si da al alla come piu ma anche
    questo questa se o ha ho era su tra cosa`),
  list(`el la els les de del dels un una i que en amb per no es al als aquest aquesta pero va ser com mes o si han ha entre
    tot molt`),
  list('der die das und ist nicht ein eine mit auf fur den von zu im dem auch es sich wie an als wird oder bei'),
  list('de het een en van niet dat die voor met zijn op te er maar ook is in'),
]

/** One common word may be chance ("Los Angeles"); in a longer text at least this share must be common words. */
const FEWEST = 2
const LEAST_SHARE = 0.12
/** A character only Spanish uses counts as this many common words. */
const SIGN = 2

const ENGLISH = new Set(STOP_WORDS.en)
const SPANISH = new Set(STOP_WORDS.es)

/** undefined: another language, code, or too little text. */
export function languageOf(text: string): Language | undefined {
  const head = text.slice(0, MAX_CHARACTERS)
  const words = fold(head).toLowerCase().match(WORDS) ?? []
  const common = new Map<string, number>()
  let english = 0
  for (const word of words) {
    if (SPANISH.has(word) || FOREIGN.has(word)) common.set(word, (common.get(word) ?? 0) + 1)
    if (ENGLISH.has(word) && !SPANISH.has(word)) english += 1
  }
  const count = (of: ReadonlySet<string>, butNot: ReadonlySet<string>) =>
    [...common].reduce((sum, [word, times]) => sum + (of.has(word) && !butNot.has(word) ? times : 0), 0)
  const signs = /[¿¡ñ]/u.test(head) ? SIGN : 0
  const spanish = count(SPANISH, ENGLISH) + signs
  if (english > spanish) return 'en'
  if (spanish <= english || spanish < FEWEST || spanish < words.length * LEAST_SHARE) return undefined
  const isOther = NEIGHBOURS.some((other) => count(other, SPANISH) >= count(SPANISH, other) + signs)
  return isOther ? undefined : 'es'
}

const NEIGHBOURS = OTHERS.map((words) => new Set(words))
const FOREIGN = new Set(OTHERS.flat())
/** The beginning is enough. */
const MAX_CHARACTERS = 2000
const WORDS = /\p{L}+/gu

function list(words: string): string[] {
  return words.trim().split(/\s+/)
}
