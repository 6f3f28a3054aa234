/**
 * Text from outside as it may be shown. It holds nothing that drives a terminal (control characters and their sequences),
 * turns the direction of reading, or cannot be seen; and only what we meant as the end of a line ends one. Letters of every
 * script stay as they are, and so do emoji with what joins them.
 */

/** On one line: whatever its writer took for a line's end is a space. */
export function safeLine(text: string): string {
  return HARMLESS.test(text)
    ? text.trim().replace(/ {2,}/g, ' ')
    : visible(text)
        .replace(/[\s\u0085]+/g, ' ')
        .trim()
}

/** Lines and tabs stay. A carriage return without its line feed is a space: it would write over what stands there. */
export function safeLines(text: string): string {
  if (HARMLESS_LINES.test(text)) return text
  return visible(text.replaceAll('\r\n', '\n')).replace(NOT_AN_END, ' ')
}

/** A body under a line of ours: every line of it begins with spaces, so that none looks like one of ours. */
export function indented(text: string, indent = '  '): string {
  return safeLines(text)
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `${indent}${line}`))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** The same JSON, with such characters written as `\uXXXX`: a terminal that shows it does nothing else. */
export function safeJson(json: string): string {
  if (HARMLESS.test(json)) return json
  return json.replace(UNSAFE_IN_JSON, (units) =>
    [...Array(units.length).keys()].map((at) => `\\u${units.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

const HARMLESS = /^[\x20-\x7e]*$/
const HARMLESS_LINES = /^[\n\t\x20-\x7e]*$/

/** What others take for the end of a line. */
const NOT_AN_END = /[\v\f\r\u0085\u2028\u2029]/g

const UNSAFE_IN_JSON =
  /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** What terminals take as a command, with its text: a colour, a title, a place for the cursor. Each stops at a control character. */
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

/** Joined by ZWJ and ZWNJ: emoji, and letters of scripts that need them. Between others they only hide. */
const JOINABLE =
  '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f|(?!\\p{Script=Latin}|\\p{Script=Cyrillic}|\\p{Script=Greek})[\\p{L}\\p{M}])'
/**
 * Not to be seen by themselves, but for what makes an emoji or a letter what it is. Made by the first text that needs it: what
 * Unicode says of every character takes five megabytes, and most texts are plain.
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
