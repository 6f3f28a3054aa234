/** How a setting is written: what a text means, and what a form offers for it. */

/** What a form offers for a setting. A secret can be set and is never shown. */
export type SettingForm =
  | { kind: 'choice'; choices: string[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'switch' | 'list' | 'address' | 'text' | 'secret' }

interface SettingParser<T> {
  (text: string): T | undefined
  form?: SettingForm
}

export interface SettingSpec<T> {
  default: T
  parse: (text: string) => T | undefined
  form: SettingForm
  doc: string
}

export const taking = <T>(form: SettingForm, parse: (text: string) => T | undefined): SettingParser<T> =>
  Object.assign(parse, { form })

export const oneOf = <const T extends string>(...choices: T[]) =>
  taking({ kind: 'choice', choices }, (text) => choices.find((value) => value === text))

export const bool = taking({ kind: 'switch' }, (text): boolean | undefined =>
  /^(true|1|yes|on)$/i.test(text) ? true : /^(false|0|no|off)$/i.test(text) ? false : undefined,
)

export const wholeNumber = (min: number, max: number) =>
  taking({ kind: 'number', min, max }, (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined
  })

export const anyText = (text: string): string => text

export const secret = taking({ kind: 'secret' }, (text): string => text)

/** `localhost:11434` parses as a URL too, with the scheme `localhost`. */
export const url = taking({ kind: 'address' }, (text): string | undefined =>
  text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)) ? text : undefined,
)

export const list = taking({ kind: 'list' }, (text): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

export function spec<T>(value: T, parse: SettingParser<T>, doc: string): SettingSpec<T> {
  return { default: value, parse, form: parse.form ?? { kind: 'text' }, doc }
}

/** As it would be written in the environment; undefined for what cannot be: nested lists, objects, null. */
export function settingText(given: unknown): string | undefined {
  const items = Array.isArray(given) ? given : [given]
  return items.every((item) => ['string', 'number', 'boolean'].includes(typeof item)) ? items.join(',') : undefined
}
