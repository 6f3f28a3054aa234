/** Translation and original of each message of a compiled gettext catalogue (.mo); the context before \x04 is left out. */
export function readGettext(bytes) {
  const number = (at) => bytes.readUInt32LE(at)
  const [count, originals, translations] = [8, 12, 16].map(number)
  const text = (table, at) =>
    bytes.toString('utf8', number(table + 8 * at + 4), number(table + 8 * at + 4) + number(table + 8 * at))
  return Array.from({ length: count }, (_, at) => [text(translations, at), text(originals, at).split('\x04').at(-1)])
    .filter(([, original]) => original !== '')
    .flatMap(([translation, original]) => {
      const [one, other] = [translation.split('\0'), original.split('\0')] // plural forms
      return one.map((form, at) => [form, other[at] ?? other.at(-1)])
    })
}
