/**
 * The same sentences in Spanish and English, from texts whose licences allow derived data. Each source is one function.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGettext } from './gettext.mjs'
import { npmPackage, withDebianPackage } from './packages.mjs'
import { readVerses } from './sword.mjs'

/**
 * `weight`: how much a link counts. Software texts use our users' words; the Bible has everyday words, in old language.
 * `loose`: word order means nothing.
 */
export const SOURCES = [
  { name: 'typescript', weight: 1, read: typescript },
  { name: 'vscode', weight: 1, read: vscode },
  { name: 'electron', weight: 1, read: electron },
  { name: 'libreoffice-help', weight: 1, read: libreofficeHelp },
  { name: 'libreoffice-ui', weight: 1, read: libreofficeInterface },
  { name: 'cldr', weight: 1, loose: true, read: cldr },
  { name: 'bible', weight: 0.3, read: bible },
]

function typescript() {
  const files = npmPackage('typescript')
  const spanish = JSON.parse(files.text('lib/es/diagnosticMessages.generated.json'))
  // English is in the compiler itself: diag(2304, 1 /* Error */, "Cannot_find_name_0_2304", "Cannot find name '{0}'.")
  return [...files.text('lib/typescript.js').matchAll(/diag\(\d+, \d [^,]+, ("[^"]+"), ("(?:[^"\\]|\\.)*")/g)]
    .map(([, key, english]) => [spanish[JSON.parse(key)], JSON.parse(english)])
    .filter(([one]) => one !== undefined)
}

/** The editor's messages have a number: the same in the code, next to the English, and in the list of translations. */
function vscode() {
  const list = npmPackage('@codingame/monaco-vscode-language-pack-es').text('translations/main.i18n.json.js')
  const spanish = JSON.parse(
    list.slice(list.indexOf('['), list.lastIndexOf(']') + 1).replaceAll(/\bundefined\b(?=,\n|\n)/g, 'null'),
  )
  const code = npmPackage('@codingame/monaco-vscode-api')
  const english = new Map()
  for (const name of code.names.filter((one) => one.endsWith('.js'))) {
    const text = code.text(name.replace(/^package\//, ''))
    for (const [, at, message] of text.matchAll(/localize2?\((\d+), *("(?:[^"\\]|\\.)*")/g))
      english.set(Number(at), message)
  }
  return [...english]
    .filter(([at]) => typeof spanish[at] === 'string')
    .map(([at, message]) => [spanish[at], JSON.parse(message)].map((one) => one.replaceAll('&&', '')))
}

/** Two translations of a page give pairs if they have the same blocks. */
function electron() {
  const docs = JSON.parse(npmPackage('electron-i18n').text('dist/docs.json'))
  return Object.entries(docs['es-ES']).flatMap(([path, { html }]) => {
    const spanish = blocksOf(html)
    const english = blocksOf(docs['en-US'][path]?.html ?? '')
    return spanish.length === english.length ? spanish.map((one, at) => [one, english[at]]) : []
  })
}

function blocksOf(html) {
  return [...html.replaceAll(/<pre>.*?<\/pre>/gs, '').matchAll(/<(p|h\d|li|td)\b[^>]*>(.*?)<\/\1>/gs)].map(
    ([, , inner]) => plain(inner),
  )
}

function libreofficeHelp() {
  const read = (language) => (root) => paragraphsUnder(join(root, 'usr/share/libreoffice/help', language, 'text'))
  const english = withDebianPackage('libreoffice-help-en-us', read('en-US'))
  const spanish = withDebianPackage('libreoffice-help-es', read('es'))
  return [...spanish].flatMap(([key, text]) => (english.has(key) ? [[text, english.get(key)]] : []))
}

/** By page and the paragraph's own id. */
function paragraphsUnder(folder) {
  const found = new Map()
  for (const name of readdirSync(folder, { recursive: true }).filter((one) => one.endsWith('.html'))) {
    const html = readFileSync(join(folder, name), 'utf8')
    for (const [, , id, inner] of html.matchAll(/<(p|h\d)\b[^>]*? id="([^"]+)"[^>]*>(.*?)<\/\1>/gs))
      found.set(`${name} ${id}`, plain(inner))
  }
  return found
}

function libreofficeInterface() {
  return withDebianPackage('libreoffice-l10n-es', (root) => {
    const folder = join(root, 'usr/lib/libreoffice/program/resource/es/LC_MESSAGES')
    return readdirSync(folder).flatMap((name) =>
      readGettext(readFileSync(join(folder, name))).map((pair) =>
        pair.map((one) => one.replaceAll(/[_~](?=\p{L})/gu, '')),
      ),
    )
  })
}

/** Names of emoji, languages and countries; and the keywords of emoji, in any order. */
function cldr() {
  const names = npmPackage('cldr-localenames-full')
  const table = (language, file, key) =>
    JSON.parse(names.text(`main/${language}/${file}.json`)).main[language].localeDisplayNames[key]
  const pairs = ['languages', 'territories'].flatMap((key) => {
    const english = table('en', key, key)
    return Object.entries(table('es', key, key)).map(([code, name]) => [name, english[code] ?? ''])
  })
  const emoji = npmPackage('cldr-annotations-full')
  const annotations = (language) =>
    JSON.parse(emoji.text(`annotations/${language}/annotations.json`)).annotations.annotations
  const english = annotations('en')
  return [
    ...pairs,
    ...Object.entries(annotations('es')).flatMap(([sign, of]) =>
      ['default', 'tts'].map((kind) => [(of[kind] ?? []).join(' '), (english[sign]?.[kind] ?? []).join(' ')]),
    ),
  ]
}

/** Reina-Valera 1909 and the World English Bible, verse by verse. */
function bible() {
  const read = (module) => (root) => readVerses(join(root, 'usr/share/sword/modules/texts/ztext', module))
  const english = withDebianPackage('sword-text-web', read('engWEB2015eb'))
  const spanish = withDebianPackage('sword-text-sparv', read('spaRV1909eb'))
  return [...spanish].flatMap(([verse, text]) => (english.has(verse) ? [[text, english.get(verse)]] : []))
}

function plain(html) {
  return html
    .replaceAll(/<code\b.*?<\/code>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#\d+|\w+);/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
