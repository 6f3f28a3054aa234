/** Without accents, case kept: `Cañón` → `Canon`. */
export function fold(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text
}

const NOT_ASCII = /[^\p{ASCII}]/u
