/**
 * Loads grammars once, on first use, and parses with a time limit. Their files are in a folder beside the program, put
 * there by scripts/fetch-grammars.mjs; a missing or damaged grammar is treated as an unknown language.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompress } from 'node:zlib'
import { Language, Parser, type Tree } from 'web-tree-sitter'

/** A file that takes longer gets a shape outline instead. Measured: 2 MB of ordinary code take 0.5 to 0.9 s. */
const PARSE_MS = 1300

const decompress = promisify(brotliDecompress)
const loading = new Map<string, Promise<Language | undefined>>()
let parser: Promise<Parser> | undefined

/** undefined when there is no such grammar here. */
export function loadGrammar(name: string, folder = grammarFolder()): Promise<Language | undefined> {
  const path = join(folder, `${name}.wasm.br`)
  const known = loading.get(path)
  if (known) return known
  const loaded = load(path).catch(() => undefined)
  loading.set(path, loaded)
  return loaded
}

/**
 * undefined when it took too long, or the grammar's own code failed. The tree may be used only inside `look` and until
 * the deadline (of `performance.now()`): it is not garbage-collected, so it is freed here.
 */
export async function parseWith<T>(
  grammar: Language,
  by: { text: string; mostMs?: number },
  look: (tree: Tree, deadline: number) => T,
): Promise<T | undefined> {
  const own = await loadParser()
  const deadline = performance.now() + (by.mostMs ?? PARSE_MS)
  let tree: Tree | null = null
  try {
    own.setLanguage(grammar)
    tree = own.parse(by.text, null, { progressCallback: () => performance.now() > deadline })
    return tree ? look(tree, deadline) : undefined
  } catch {
    return undefined // a trap in a grammar's scanner: the shape is still an answer
  } finally {
    tree?.delete()
    own.reset()
  }
}

async function load(path: string): Promise<Language | undefined> {
  if (!existsSync(path)) return undefined
  await loadParser()
  return Language.load(await wasm(path))
}

/**
 * V8 would recompile the grammars' lexers with optimisation: a single function of Swift's took 12 s and 3.5 GB, of
 * Bash's 0.7 GB. Without that, parsing takes the same time and 0.3 GB. Each of the two flags alone has no effect
 * (measured).
 */
function forbidOptimising(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

function loadParser(): Promise<Parser> {
  if (!parser) forbidOptimising()
  parser ??= wasm(join(grammarFolder(), 'tree-sitter.wasm.br'))
    .then((wasmBinary) => Parser.init({ wasmBinary: wasmBinary.buffer as ArrayBuffer })) // fresh bytes, never shared
    .then(() => new Parser())
  return parser
}

async function wasm(path: string): Promise<Uint8Array> {
  return new Uint8Array(await decompress(await readFile(path)))
}

/** The bundle is one folder deep, the source two. */
export function grammarFolder(from: string = import.meta.url): string {
  const places = ['../grammars', '../../grammars'].map((place) => fileURLToPath(new URL(place, from)))
  return places.find((place) => existsSync(place)) ?? places[0] ?? ''
}
