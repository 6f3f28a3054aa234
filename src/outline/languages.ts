/** Which language a file is written in, and the rules for that language. */
import { basename, extname } from 'node:path'
import { c, cpp } from './languages/c.ts'
import { csharp, go, java, kotlin, rust, scala, swift } from './languages/compiled.ts'
import { css, html, json, toml, yaml } from './languages/data.ts'
import { javascript, typescript } from './languages/javascript.ts'
import { bash, lua, php, python, ruby } from './languages/scripting.ts'
import type { LanguageRules } from './rules.ts'

/** By grammar file name. Markdown has none: markdown.ts reads its headings. */
export const LANGUAGES: Record<string, LanguageRules> = {
  typescript,
  tsx: typescript,
  javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  'c-sharp': csharp,
  ruby,
  php,
  swift,
  kotlin,
  scala,
  bash,
  lua,
  json,
  yaml,
  toml,
  css,
  html,
}

const EXTENSIONS: Record<string, string> = {
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx',
  python: 'py pyi pyw',
  go: 'go',
  rust: 'rs',
  java: 'java',
  c: 'c h',
  cpp: 'cc cpp cxx c++ hh hpp hxx h++ ipp inl cu',
  'c-sharp': 'cs csx',
  ruby: 'rb rake gemspec ru',
  php: 'php phtml php5 php7',
  swift: 'swift',
  kotlin: 'kt kts',
  scala: 'scala sc sbt',
  bash: 'sh bash zsh ksh bats',
  lua: 'lua',
  markdown: 'md markdown mdx mdown',
  json: 'json jsonc json5 webmanifest geojson',
  yaml: 'yaml yml',
  toml: 'toml',
  css: 'css',
  html: 'html htm xhtml vue svelte',
}

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) => list.split(' ').map((one) => [`.${one}`, language])),
)

const BY_NAME = new Map([
  ...['Gemfile', 'Rakefile', 'Vagrantfile', 'Podfile', 'Fastfile'].map((name) => [name, 'ruby'] as const),
  ...['.bashrc', '.bash_profile', '.profile', '.zshrc', 'PKGBUILD'].map((name) => [name, 'bash'] as const),
  ...['Cargo.lock', 'poetry.lock', 'Pipfile'].map((name) => [name, 'toml'] as const),
])

const BY_INTERPRETER: [RegExp, string][] = [
  [/\b(ba|z|k|da)?sh\b/, 'bash'],
  [/\bpython/, 'python'],
  [/\b(node|deno|bun)\b/, 'javascript'],
  [/\bruby\b/, 'ruby'],
  [/\bphp\b/, 'php'],
  [/\blua/, 'lua'],
]

/** A header shows its language early. */
const HEADER_CHARS = 200_000

export function languageOf(path: string): string | undefined {
  return BY_NAME.get(basename(path)) ?? BY_EXTENSION.get(extname(path).toLowerCase())
}

/** The same using the text: scripts without an extension, and headers, which may be C++. */
export function languageOfText(by: { path: string; text: string }): string | undefined {
  const language = languageOf(by.path)
  if (language === 'c' && /\.h$/i.test(by.path)) {
    const text = by.text.slice(0, HEADER_CHARS)
    if (/^[ \t]*(@(interface|protocol|class|import)\b|#import\b)/m.test(text)) return 'objective-c' // has no grammar here
    return /^[ \t]*(class|namespace|template|using)\b[^;(]{0,300}[{<;]/m.test(text) ? 'cpp' : 'c'
  }
  if (language || !by.text.startsWith('#!')) return language
  const interpreter = by.text.slice(2, 200).split('\n')[0] ?? ''
  return BY_INTERPRETER.find(([pattern]) => pattern.test(interpreter))?.[1]
}
