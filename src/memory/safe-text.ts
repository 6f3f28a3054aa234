/**
 * Text from outside, made safe to show. It contains nothing that controls a terminal (control characters and
 * sequences), changes the reading direction, or is invisible; and only our own line breaks end a line. Letters of every
 * script stay as they are, and so do emoji with their joiners.
 */

/** On one line: anything its writer used as a line break becomes a space. */
export function safeLine(text: string): string {
  return HARMLESS.test(text)
    ? text.trim().replace(/ {2,}/g, ' ')
    : visible(text)
        .replace(/[\s\u0085]+/g, ' ')
        .trim()
}

/** Keeps lines and tabs. A carriage return without a line feed becomes a space: it would overwrite the line. */
export function safeLines(text: string): string {
  if (HARMLESS_LINES.test(text)) return text
  return visible(text.replaceAll('\r\n', '\n')).replace(NOT_AN_END, ' ')
}

/** Text below one of our lines: every line is indented, so that none looks like ours. */
export function indented(text: string, indent = '  '): string {
  return safeLines(text)
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `${indent}${line}`))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** The same JSON, with such characters as `\uXXXX`, so that it is safe in a terminal. */
export function safeJson(json: string): string {
  if (HARMLESS.test(json)) return json
  return json.replace(UNSAFE_IN_JSON, (units) =>
    [...Array(units.length).keys()].map((at) => `\\u${units.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

const HARMLESS = /^[\x20-\x7e]*$/
const HARMLESS_LINES = /^[\n\t\x20-\x7e]*$/

/** Other characters used as line breaks. */
const NOT_AN_END = /[\v\f\r\u0085\u2028\u2029]/g

const UNSAFE_IN_JSON =
  /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Terminal control sequences with their text: a colour, a title, a cursor position. Each stops at a control character.
 */
const SEQUENCES = new RegExp(
  [
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]',
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0000-\\u001f\\u007f-\\u009f]*(?:\\u0007|\\u001b\\\\|\\u009c)',
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'gu',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g

/** Joined by ZWJ and ZWNJ: emoji, and letters of scripts that need them. Elsewhere joiners only hide. */
const JOINABLE =
  '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f|(?!\\p{Script=Latin}|\\p{Script=Cyrillic}|\\p{Script=Greek})[\\p{L}\\p{M}])'
/**
 * Invisible characters, except those that make up an emoji or a letter. Built when first needed: Unicode's character
 * data takes five megabytes, and most texts are plain.
 */
let unseenPattern: RegExp | undefined
function unseen(): RegExp {
  unseenPattern ??= new RegExp(
    [
      `(?<=${JOINABLE})[\\u200c\\u200d](?=${JOINABLE})`,
      '(?<=[\\p{Extended_Pictographic}#*0-9])[\\ufe0e\\ufe0f]',
      '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
      '([\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\ufff9-\\ufffb])',
    ].join('|'),
    'gu',
  )
  return unseenPattern
}

/** A letter has a few marks; a tower of them covers the lines above. */
let towerPattern: RegExp | undefined
function towers(): RegExp {
  towerPattern ??= /(\p{M}{8})\p{M}+/gu
  return towerPattern
}

function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(SEQUENCES, '')
    .replace(CONTROLS, '')
    .replace(unseen(), (found, hidden: string | undefined) => (hidden === undefined ? found : ''))
    .replace(towers(), '$1')
}
