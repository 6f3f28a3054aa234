/** Secrets known by the field of an object they stand in: its name, the name beside it, or the name of the object around it. */

import { isHint, isSecret } from './hinted-secret.ts'
import { isLoud, isSecretSuffix, kindOf, SECRET_NAME, secretName } from './secret-name.ts'
import { isPlaceholder, isSecretValue, looksRandom } from './secret-value.ts'

export interface Field {
  key: string
  value: string
  /** The name the object itself gives: `{ name: "DB_PASSWORD", value: "x" }`. */
  named?: string | undefined
  /** The field the object stands in: `{ password: { value: "x" } }`, `{ secrets: { github: "x" } }`. */
  around?: string | undefined
  /** Another field says who signs in. */
  hasUser?: boolean
}

export function isUserField(key: string): boolean {
  return /^(?:user(?:_?name)?|login|account|e?-?mail)$/i.test(key)
}

/** The value, or a mark in its place. */
export function redactField({ key, value, named, around, hasUser = false }: Field): string {
  const own = redactNamedValue(key, value)
  if (own !== value) return own
  if (hasUser && !isUserField(key) && !NO_SECRET.test(key) && isSecret(value)) return '[redacted:secret]'
  const isValue = /^(?:parameter)?(?:value|val|text|data|current|previous|old|new|plain|default|content)$/i.test(key)
  const byName = isValue && named !== undefined ? redactNamedValue(withoutLabel(named), value) : value
  if (byName !== value) return byName
  if (around === undefined || (!isValue && !looksRandom(value, 8))) return value
  return redactNamedValue(around, value)
}

/** What people and selectors put around a name: `Password field`, `input[name="password"]`. */
function withoutLabel(name: string): string {
  return name.replace(/\s(?:input|field|text ?box|box)$/i, '').replace(/[\])"'\s]{1,8}$/, '')
}

export function redactNamedValue(name: string, value: string): string {
  if (value.length < 3 || isPlaceholder(value)) return value
  if (/^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i.test(name)) return '[redacted:authorization]'
  const short = name.slice(-120)
  NAME_AT_END.lastIndex = 0
  for (let found = NAME_AT_END.exec(short); found !== null; found = NAME_AT_END.exec(short)) {
    // `oauthClientSecret` says `auth` first.
    NAME_AT_END.lastIndex = found.index + (found.groups?.said?.length ?? 1)
    const said = secretName(found.groups ?? {}, { word: short.slice(0, found.index), before: '' })
    if (said === undefined) continue
    if (!isSecretSuffix(said.suffix.replace(/s$/i, ''))) continue
    const facts = { strength: said.strength, loud: isLoud(name), value, place: 'quoted' as const }
    if (isSecretValue(facts)) return `[redacted:${kindOf(said.said)}]`
  }
  // `passwordConfirm`, `pin`: not every name is known, but what it holds says enough.
  return isHint(name) && isSecret(value) ? '[redacted:secret]' : value
}

/** What else is told about somebody. */
const NO_SECRET = /(?:id|name|hash|url|uri|avatar|image|slug|key|at|date|version|ref|sha|type|role|title|text|path)s?$/i
const NAME_AT_END = new RegExp(`${SECRET_NAME}$`, 'gi')
