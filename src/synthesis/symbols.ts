/**
 * Does this line of source define something, and what is it called? By file extension, one line at a time: no parser, so that
 * it works on the few lines of a patch. Wrong now and then on exotic layouts; never slow (each pattern is anchored).
 */
export type SymbolKind = 'function' | 'type' | 'value' | 'section' | 'key'

export interface Definition {
  name: string
  kind: SymbolKind
  indent: number
}

export function findDefinition(line: string, file: string): Definition | undefined {
  // 400 characters: a longer line is data or minified code
  if (line.length > 400) return undefined
  for (const [pattern, kind] of patternsOf(file)) {
    const match = pattern.exec(line)
    const name = match?.[1]
    if (name === undefined || NOT_A_NAME.has(name)) continue
    return { name, kind, indent: indentOf(line) }
  }
  return undefined
}

export function indentOf(line: string): number {
  let width = 0
  for (const char of line) {
    if (char === ' ') width += 1
    else if (char === '\t') width += 4
    else break
  }
  return width
}

/** Prose, data and settings: their edits are changes of documents, not of behaviour. */
export function isDocument(file: string): boolean {
  return /\.(md|mdx|rst|txt|adoc)$|(^|\/)(README|CHANGELOG|LICENSE|AUTHORS)[^/]*$/i.test(file)
}

export function isConfig(file: string): boolean {
  return /\.(json|jsonc|ya?ml|toml|ini|cfg|conf|env|lock|properties)$|(^|\/)(Dockerfile|Makefile|\.[\w.-]+rc|\.gitignore)$/.test(
    file,
  )
}

export function isTest(file: string): boolean {
  return /(^|\/)(tests?|__tests__|spec|e2e)\/|(^|\/)test_[^/]+$|[._-](test|spec)\.\w+$|_test\.\w+$|Tests?\.(java|kt|cs)$/.test(
    file,
  )
}

type Pattern = readonly [RegExp, SymbolKind]

const NOT_A_NAME = new Set(
  'if for while switch catch return else do try function new await throw typeof match with except elif case super this self print require describe it test expect import export from default'.split(
    ' ',
  ),
)

const PYTHON: Pattern[] = [
  [/^\s*(?:async\s+)?def\s+(\w+)/, 'function'],
  [/^\s*class\s+(\w+)/, 'type'],
  [/^([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/, 'value'],
]
const JAVASCRIPT: Pattern[] = [
  [/^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/, 'function'],
  [/^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+|declare\s+)*(?:class|interface|enum|namespace)\s+([\w$]+)/, 'type'],
  [/^\s*(?:export\s+)?(?:declare\s+)?type\s+([\w$]+)\s*[=<]/, 'type'],
  [
    /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^)]*\)|[\w$]+)(?:\s*:[^=]+)?\s*=>/,
    'function',
  ],
  [/^\s*(?:export\s+)(?:const|let|var)\s+([\w$]+)/, 'value'],
  [/^(?:const|let|var)\s+([\w$]+)/, 'value'],
  [
    /^\s+(?:(?:public|private|protected|static|async|override|readonly|get|set)\s+)*\*?(#?[\w$]+)\s*(?:<[^>]{0,80}>)?\([^;]*\)\s*(?::[^;{]+)?\{\s*$/,
    'function',
  ],
  [
    /^\s+(?:(?:public|private|protected|static|async|override|get|set)\s+)+(#?[\w$]+)\s*(?:<[^>]{0,80}>)?\(/,
    'function',
  ],
  [/^\s+(?:(?:public|private|protected|static|readonly|declare)\s+)+(#?[\w$]+)\s*[?!]?\s*[:=;]/, 'value'],
  [/^\s+([\w$]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>)/, 'function'],
]
const GO: Pattern[] = [
  [/^func\s+(?:\([^)]*\)\s*)?(\w+)/, 'function'],
  [/^type\s+(\w+)/, 'type'],
  [/^(?:const|var)\s+(\w+)/, 'value'],
]
const RUST: Pattern[] = [
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(\w+)/, 'function'],
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|mod|type)\s+(\w+)/, 'type'],
  [/^\s*impl(?:<[^>]*>)?\s+(?:[\w:<>', ]+\s+for\s+)?(\w+)/, 'type'],
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(\w+)/, 'value'],
  [/^\s*macro_rules!\s*(\w+)/, 'function'],
]
const CURLY: Pattern[] = [
  [
    /^\s*(?:[a-z@]+\s+){0,6}(?:class|interface|enum|record|struct|trait|object|protocol|extension|namespace)\s+(\w+)/,
    'type',
  ],
  [/^\s*(?:[a-z@]+\s+){0,6}(?:fun|func|function)\s+(?:<[^>]*>\s*)?(?:\w+\.)?(\w+)/, 'function'],
  [
    /^\s*(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|synchronized|inline)\s+)+[\w<>[\],.? ]*?\b(\w+)\s*\(/,
    'function',
  ],
  [/^(?:[\w:*&<>]+\s+)+\**(\w+)\s*\([^;]*$/, 'function'],
  [/^#define\s+(\w+)/, 'value'],
]
const RUBY: Pattern[] = [
  [/^\s*def\s+(?:self\.)?([\w?!]+)/, 'function'],
  [/^\s*(?:class|module)\s+([\w:]+)/, 'type'],
  [/^\s*([A-Z]\w*)\s*=/, 'value'],
]
const PERL: Pattern[] = [
  [/^\s*sub\s+(\w+)/, 'function'],
  [/^\s*package\s+([\w:]+)/, 'type'],
  [/^(?:our|my)\s+[$@%](\w+)/, 'value'],
]
const SHELL: Pattern[] = [
  [/^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/, 'function'],
  [/^(?:export\s+)?([A-Za-z_]\w*)=/, 'value'],
]
const SQL: Pattern[] = [
  [
    /^\s*(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unique\s+|virtual\s+|temp\s+)?(?:table|view|index|function|trigger|procedure)\s+(?:if\s+(?:not\s+)?exists\s+)?["`[]?(\w+)/i,
    'type',
  ],
]
const STYLE: Pattern[] = [
  [/^\s*(--[\w-]+)\s*:/, 'key'],
  [/^\s*([.#][\w-]+)[^;]*\{\s*$/, 'section'],
]
const MARKUP: Pattern[] = [[/^#{1,6}\s+(.{2,60}?)\s*#*$/, 'section']]
const CONFIG: Pattern[] = [
  [/^\s*"([\w@./-]{2,60})"\s*:/, 'key'],
  [/^\s*\[{1,2}([\w.-]+)\]{1,2}\s*$/, 'section'],
  [/^\s*-?\s*([A-Za-z_][\w.-]*)\s*[:=](?:\s|$)/, 'key'],
]

function patternsOf(file: string): Pattern[] {
  const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return BY_EXTENSION.get(dot < 0 ? name : name.slice(dot + 1)) ?? CURLY
}

const BY_EXTENSION = new Map<string, Pattern[]>(
  (
    [
      ['py pyi pyx ipynb', PYTHON],
      ['js jsx ts tsx mjs cjs mts cts vue svelte astro', JAVASCRIPT],
      ['go', GO],
      ['rs', RUST],
      ['rb rake gemspec', RUBY],
      ['pl pm', PERL],
      ['sh bash zsh fish', SHELL],
      ['sql', SQL],
      ['css scss sass less', STYLE],
      ['md mdx rst adoc txt', MARKUP],
      ['json jsonc yml yaml toml ini cfg conf env properties dockerfile', CONFIG],
    ] as const
  ).flatMap(([extensions, patterns]) => extensions.split(' ').map((extension) => [extension, patterns] as const)),
)
