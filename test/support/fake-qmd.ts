/**
 * QMD 2.8.3's command line, as a program that needs no download: collections, `update`, the three searches in JSON.
 * Like the real one it keeps its files where XDG says and resolves paths; unlike it, an unknown flag is an error, so
 * that a wrong call is noticed. Words are matched literally, scores are made up.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export interface Call {
  pid: number
  args: string[]
  env: Record<string, string | undefined>
  cwd: string
}

/**
 * `says`: printed instead of a search result. `hangs`: this command never ends and starts a child that does not either.
 */
export interface QmdTraits {
  version?: string
  help?: string
  says?: string
  fails?: string
  hangs?: string
}

export interface FakeQmd {
  program: string
  /** Its folder, as a search path has it. */
  folder: string
  be(traits: QmdTraits): void
  calls(): Call[]
}

export function makeFakeQmd(folder: string): FakeQmd {
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'qmd')
  // It is started some hundred times: without types each start takes a third of the time.
  const script = join(folder, 'qmd.mjs')
  writeFileSync(script, stripTypeScriptTypes(readFileSync(fileURLToPath(import.meta.url), 'utf8')))
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${script}" "${folder}" "$@"\n`)
  chmodSync(program, 0o755)
  return {
    program,
    folder,
    be: (traits) => writeFileSync(join(folder, 'traits'), JSON.stringify(traits)),
    calls: () =>
      (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Call), // written below
  }
}

const HELP = `Usage:
  qmd query <query>             - Hybrid search with auto expansion + reranking (recommended)
  qmd search <query>            - Full-text BM25 keywords (no LLM)
  qmd vsearch <query>           - Vector similarity only
  qmd collection add/list/remove/rename/show   - Manage indexed folders
  qmd update [--pull]           - Re-index collections (optionally git pull first)
  qmd embed [-f] [-c <name>]    - Generate/refresh vector embeddings
    --timeout <minutes>         - Embed session cap in minutes (0 = no limit; default 30)
  --index <name>             - Use a named index (default: index)
  -n <num>                   - Max results (default 5, or 20 for --format files|json)
  --full-path                - Show on-disk paths instead of qmd:// + docid (get/multi-get/search/query)
  --format <kind>            - Output format: cli (default) | json | csv | md | xml | files
`

interface State {
  collections: { name: string; path: string; mask: string }[]
  documents: { name: string; file: string; text: string }[]
}

function main(folder: string, args: string[]): void {
  const env = process.env
  appendFileSync(join(folder, 'calls'), `${JSON.stringify({ pid: process.pid, args, env, cwd: process.cwd() })}\n`)
  const traits = readJson<QmdTraits>(join(folder, 'traits'), {})
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      index: { type: 'string', default: 'index' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
      n: { type: 'string', short: 'n', default: '5' },
      format: { type: 'string' },
      json: { type: 'boolean' },
      'full-path': { type: 'boolean' },
      name: { type: 'string' },
      mask: { type: 'string' },
      timeout: { type: 'string' },
    },
  })
  const [command = '', ...rest] = positionals
  if (values.version) console.log(traits.version ?? 'qmd 2.8.3 (dbfd0b4)')
  else if (values.help) console.log(traits.help ?? HELP)
  else if (traits.hangs === command) hang(folder)
  else if (traits.fails === command) throw new Error(`${command} is broken\nand says more`)
  else if (SEARCHES.includes(command) && traits.says !== undefined) console.log(traits.says)
  else answer(command, rest, { ...values, cache: env.XDG_CACHE_HOME ?? '' })
}

const SEARCHES = ['query', 'search', 'vsearch']

interface Flags {
  cache: string
  index: string
  n: string
  format?: string
  json?: boolean
  'full-path'?: boolean
  name?: string
  mask?: string
}

function answer(command: string, rest: string[], flags: Flags): void {
  const file = join(flags.cache, 'qmd', `${flags.index}.json`)
  const state = readJson<State>(file, { collections: [], documents: [] })
  if (command === 'collection') change(state, rest, flags)
  else if (command === 'update') state.documents = state.collections.flatMap(read)
  else if (command === 'embed') console.log('✓ All content hashes already have embeddings.')
  else if (SEARCHES.includes(command)) {
    if (flags.format !== 'json' && !flags.json) throw new Error('this stand-in answers in JSON only')
    console.log(JSON.stringify(find(state, rest.join(' '), flags).slice(0, Number(flags.n)), null, 2))
  } else throw new Error(`Unknown command: ${command}`)
  mkdirSync(join(flags.cache, 'qmd'), { recursive: true })
  writeFileSync(file, JSON.stringify(state))
}

function readJson<T>(file: string, none: T): T {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : none // written by this file
}

function change(state: State, [verb, target = '']: string[], values: Flags): void {
  const known = state.collections.some(({ name }) => name === (values.name ?? target))
  if (verb === 'remove') {
    if (!known) throw new Error(`Collection not found: ${target}`)
    state.collections = state.collections.filter(({ name }) => name !== target)
    state.documents = state.documents.filter(({ name }) => name !== target)
  } else if (verb === 'add') {
    if (known) throw new Error(`Collection '${values.name}' already exists.`)
    const one = { name: values.name ?? '', path: realpathSync(target), mask: values.mask ?? '**/*.md' }
    state.collections.push(one)
    state.documents.push(...read(one))
  } else throw new Error(`Unknown subcommand: ${verb}`)
}

function read({ name, path, mask }: State['collections'][number]): State['documents'] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => (mask === '**/*.md' ? file.endsWith('.md') : file === mask))
    .map((file) => ({ name, file: join(path, file), text: readFileSync(join(path, file), 'utf8') }))
}

/** Like the real one: every word must match; two decimals, all 0 with so few files. */
function find(state: State, query: string, values: Flags): unknown[] {
  const words = query.toLowerCase().split(/\s+/)
  return state.documents
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .map(({ name, file, text }) => {
      const path = state.collections.find((one) => one.name === name)?.path ?? ''
      const lines = text.split('\n')
      const best = lines.findIndex((line) => words.some((word) => line.toLowerCase().includes(word)))
      const from = Math.max(0, best - 1)
      const shown = lines.slice(from, best + 3)
      const header = `@@ -${from + 1},${shown.length} @@ (${from} before, ${lines.length - from - shown.length} after)`
      return {
        ...(values['full-path'] ? {} : { docid: '#91d561' }),
        score: 0,
        file: values['full-path'] ? file : `qmd://${name}/${relative(path, file)}?index=${values.index}`,
        line: best + 1,
        title: lines[0] ?? '',
        snippet: `${header}\n${shown.join('\n')}`,
      }
    })
}

/** Longer than any test waits, but not for ever, in case a test fails to end it. */
const STAYING = 'setTimeout(() => {}, 60_000)'

function hang(folder: string): void {
  const child = spawn(process.execPath, ['-e', STAYING], { stdio: 'inherit' })
  writeFileSync(join(folder, 'hanging'), `${process.pid} ${child.pid}`)
  setTimeout(() => {}, 60_000)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv[2] ?? '', process.argv.slice(3))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
