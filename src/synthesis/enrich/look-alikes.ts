/**
 * Text as the eye reads it: `＜＜＜ｄаtа` with full-width and Cyrillic letters looks like `<<<data`, to a model too. Only
 * for comparing, never for storing. The table contains what can imitate our markers and plain English. It guarantees
 * nothing by itself; the fence's code does.
 */

/** Takes no space on screen, or changes text direction. Line breaks and tabs stay. */
const INVISIBLE =
  /[^\P{Cc}\n\t]|[\p{Cf}\p{Co}]|[\u{E0100}-\u{E01EF}]|\u{034F}|\u{115F}|\u{1160}|\u{17B4}|\u{17B5}|\u{2800}|\u{3164}|\u{FFA0}/gu

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Lower case, decomposed, without marks, invisible characters and look-alikes. */
export function skeleton(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return withoutInvisible(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (char) => LOOK_ALIKES.get(char) ?? char)
}

/** The plain equivalent of any angle bracket; undefined for everything else. */
export function plainAngles(char: string): string | undefined {
  const plain = LOOK_ALIKES.get(char.normalize('NFKD')) ?? char.normalize('NFKD')
  return /^[<>]+$/.test(plain) ? plain : undefined
}

const PLAIN = /^[\n\t\x20-\x7e]*$/

const LOOK_ALIKES = new Map<string, string>([
  ...pairs('‹〈〈⟨❮❬˂ᐸ⧼⦑', '<'),
  ...pairs('›〉〉⟩❯❭˃ᐳ⧽⦒', '>'),
  ...pairs('«《≪⟪⪡', '<<'),
  ...pairs('»》≫⟫⪢', '>>'),
  ['⋘', '<<<'],
  ['⋙', '>>>'],
  ...pairs('аɑαа', 'a'),
  ...pairs('ԁɗժ', 'd'),
  ...pairs('тτ', 't'),
  ...pairs('еɛε', 'e'),
  ...pairs('оοσօ', 'o'),
  ...pairs('рρ', 'p'),
  ...pairs('сϲ', 'c'),
  ...pairs('ѕꜱ', 's'),
  ...pairs('іιı', 'i'),
  ...pairs('уүγ', 'y'),
  ...pairs('хχ', 'x'),
  ...pairs('ɡց', 'g'),
  ...pairs('ոпη', 'n'),
  ...pairs('гɾ', 'r'),
  ...pairs('мϻ', 'm'),
  ...pairs('υս', 'u'),
  ...pairs('ӏⅼ', 'l'),
  ...pairs('һհ', 'h'),
  ...pairs('ԝѡ', 'w'),
  ...pairs('ѵν', 'v'),
  ['ј', 'j'],
  ['к', 'k'],
  ['в', 'b'],
  ['∣', '|'],
  ['ǀ', '|'],
  ['▁', '_'],
  ['˸', ':'],
  ['։', ':'],
  ['∶', ':'],
])

function pairs(chars: string, plain: string): [string, string][] {
  return [...chars].map((char) => [char, plain])
}
