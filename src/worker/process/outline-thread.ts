/**
 * The thread that reads and parses source files, so that neither a large file nor a broken grammar delays the worker.
 * It does one thing at a time; outline-client.ts starts it, ends it, and kills it when it takes too long.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { MemoryError } from '../../memory/error.ts'
import { languageOf, outlineText } from '../../outline/outline.ts'
import { renderOutline } from '../../outline/render.ts'
import { searchSymbols } from '../../outline/symbols.ts'
import { unfoldSymbol } from '../../outline/unfold.ts'
import { type ProjectFile, projectFiles } from '../../workspace/project-files.ts'
import { type ProjectPlace, resolveInside, shown } from '../../workspace/safe-path.ts'
import { readInside } from '../../workspace/safe-read.ts'
import {
  type CodeAsk,
  type CodeCalls,
  type FromOutline,
  OUTLINE_TOKENS,
  type OutlineStart,
  type ToOutline,
} from './outline-protocol.ts'

/** People look for symbols in files that people wrote, and few of those are larger. */
const SEARCH = { mostFiles: 20_000, mostFileBytes: 512 * 1024, mostBytes: 100 * 1024 * 1024 }

const port = parentPort as NonNullable<typeof parentPort> // this file only runs as a thread
const { closed } = workerData as OutlineStart // set by outline-client.ts, the only place that starts this thread
const post = (message: FromOutline) => port.postMessage(message)

port.on('message', (message: ToOutline) => void answer(message))
post({ kind: 'ready' })

async function answer({ ask, withinMs }: ToOutline): Promise<void> {
  try {
    post({ kind: 'reply', reply: await perform(ask, Date.now() + withinMs) })
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error // ends the thread: the caller gets the error, and the next request a new thread
    post({ kind: 'refused', error: error.facts })
  }
}

function perform(ask: CodeAsk, deadline: number): Promise<CodeCalls[CodeAsk['name']]['reply']> {
  if (ask.name === 'outline') return outline(ask)
  return ask.name === 'unfold' ? unfold(ask) : symbols(ask, deadline)
}

async function outline(ask: CodeCalls['outline']['ask']): Promise<CodeCalls['outline']['reply']> {
  const file = read(ask, ask.path)
  const found = await outlineText(file)
  const { language, how, broken, lines, fileTokens } = found
  const { text, tokens, folded } = renderOutline(found, { path: file.path, mostTokens: OUTLINE_TOKENS })
  return { path: file.path, language, how, broken, lines, file_tokens: fileTokens, tokens, folded, text }
}

async function unfold(ask: CodeCalls['unfold']['ask']): Promise<CodeCalls['unfold']['reply']> {
  const file = read(ask, ask.path)
  const found = unfoldSymbol({
    outline: await outlineText(file),
    text: file.text,
    name: ask.symbol,
    mostTokens: OUTLINE_TOKENS,
  })
  if (found.found === 'none') {
    throw new MemoryError('not_found', `There is no ${shown(ask.symbol)} in ${shown(file.path)}.`, {
      hint: found.near.length > 0 ? `There is: ${found.near.join(', ')}.` : 'An outline of the file lists what it has.',
    })
  }
  if (found.found === 'several') {
    const candidates = found.candidates.map(({ name, kind, from, to }) => ({ name, kind, from, to }))
    return { found: 'several', path: file.path, candidates }
  }
  const { symbol, text, tokens, cut } = found
  const { name, kind, from, to } = symbol
  return { found: 'one', path: file.path, name, kind, from, to, tokens, cut, text }
}

async function symbols(ask: CodeCalls['symbols']['ask'], deadline: number): Promise<CodeCalls['symbols']['reply']> {
  let limited = false
  const files = projectFiles({
    root: ask.root,
    wanted: (path) => languageOf(path) !== undefined,
    ...SEARCH,
    deadline,
    closed,
    onLimit: () => {
      limited = true
    },
  })
  const found = await searchSymbols({ files, query: ask.query, limit: ask.limit, deadline })
  return {
    query: ask.query,
    count: found.symbols.length,
    symbols: found.symbols.map(({ path, name, kind, from, to, signature }) => ({
      path,
      name,
      kind,
      from,
      to,
      signature,
    })),
    files: found.files,
    complete: found.complete && !limited,
  }
}

function read(place: ProjectPlace, path: string): ProjectFile {
  const found = resolveInside({ ...place, closed }, path)
  return { path: found.path, text: readInside(found) }
}
