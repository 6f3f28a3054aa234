/**
 * Words that share a stem and nothing else: `import` and `important`, `author` and `authorize`, `custom` and `customer`.
 * The index knows only stems and finds both; here one no longer counts for the other. Words of one family with a
 * different ending (`relation`, `relative`) are not listed: a question often has one and its answer the other. Nor is
 * what is one word in Spanish (`local`, `locales`).
 */

/** By stem, how the words begin that stand apart from its other words, and from each other; `/`: either, as one word. */
const APART = new Map(
  [
    'import importan',
    'author authorit authoriz',
    'product production productiv',
    'custom customer',
    'termin terminal terminat',
    'gener general generat generic generous',
    'posit position positiv',
    'convers conversat conversion',
    'content contenti',
    'integr integrat integrit',
    'experi experien experimen',
    'origin original',
    'past paste/pasti',
    'busi business',
    'anim animal animat',
    'univers universal universit',
    'organ organic organis/organiz',
    'sever several',
    'protest protestan',
    'object objection objectiv',
    'commun communic communis communit',
    'depart departm',
    'apart apartm',
    'intern internati',
    'unit unite/uniti',
    'digit digital',
    'ration rational',
    'offic officer',
    'polit polite politic',
    'quit quite',
    'statu statue',
    'suit suite',
    'emerg emergenc',
    'transit transition transitiv',
    'decim decimat',
    'process procession',
  ].map((line) => {
    const [stem = '', ...groups] = line.split(' ')
    return [stem, groups.map((group) => group.split('/'))]
  }),
)

/** Whether two words of this stem are forms of one word. */
export function isKin(word: string, other: string, stem: string): boolean {
  const groups = APART.get(stem)
  return groups === undefined || word === other || groupOf(word, groups) === groupOf(other, groups)
}

function groupOf(word: string, groups: readonly string[][]): string[] | undefined {
  return groups.find((beginnings) => beginnings.some((one) => word.startsWith(one)))
}
