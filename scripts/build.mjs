/**
 * Bundles the program into dist/: one small entry that loads the rest lazily, so that a short command starts fast.
 * Everything is bundled, so an installed claude-mem has no dependency tree of its own.
 * SQL and Markdown are imported as text (esbuild here, vitest.config.ts in tests, text-imports.mjs under plain node).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { thirdParty } from './third-party.mjs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const root = new URL('..', import.meta.url)

/** zod ships its messages in fifty languages; ours are never shown, and two threads would load them all. */
const englishOnly = {
  name: 'zod-english-only',
  setup(/** @type {import('esbuild').PluginBuild} */ build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/** The MCP SDK loads a JSON Schema compiler (280 kB) for forms it may show to users; we show none. */
const noForms = {
  name: 'mcp-no-forms',
  setup(/** @type {import('esbuild').PluginBuild} */ build) {
    build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator { getValidator() { throw new Error('no forms here') } }",
    }))
  },
}

/**
 * `import … from 'node:http'` makes Node read every export of the module, and two of them load its whole HTTP client: 13 MB
 * in each thread and 15 ms. `require` reads only what is used.
 */
const leanHttp = {
  name: 'http-without-client',
  setup(/** @type {import('esbuild').PluginBuild} */ build) {
    build.onResolve({ filter: /^(node:)?https?$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? { path, external: true } : { path, namespace: 'lean' },
    )
    build.onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

/**
 * Each program and thread is bundled separately, since none shares memory with another. Bundled together they were
 * split into forty shared chunks, and loading those cost the worker at rest 6 MB (101 instead of 95). The price is 0.5
 * MB more on disk.
 */
const programs = [
  { main: 'src/main.ts', 'mcp-main': 'src/doors/mcp/main.ts' },
  { 'worker-main': 'src/worker/main.ts' },
  { 'writer-thread': 'src/worker/writer-thread.ts' },
  { 'outline-thread': 'src/worker/process/outline-thread.ts' },
  { 'index-main': 'src/index/main.ts' },
]

const bundled = await Promise.all([...programs.map(bundle), bundleViewer()])
const files = new Map(
  bundled.flatMap(({ outputFiles }) =>
    outputFiles.map(({ path, text }) => [path, path.endsWith('.mjs') ? asciiOf(text) : text]),
  ),
)
for (const name of ['index.html', 'icon.svg']) {
  files.set(inDist(`viewer/${name}`), readFileSync(new URL(`viewer/${name}`, root), 'utf8'))
}
files.set(
  inDist('THIRD-PARTY.txt'),
  thirdParty(
    fileURLToPath(root),
    bundled.map(({ metafile }) => metafile),
  ),
)
replaceDist(files)

/** @param {Record<string, string>} entryPoints */
function bundle(entryPoints) {
  return build({
    absWorkingDir: root.pathname,
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    metafile: true,
    write: false,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    mainFields: ['module', 'main'], // jsonc-parser's `main` is UMD, which cannot be bundled
    loader: { '.sql': 'text', '.md': 'text' },
    define: { BUILD_VERSION: JSON.stringify(version) },
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    plugins: [englishOnly, noForms, leanHttp],
    legalComments: 'inline',
    // Source text stays in memory twice, once per thread; names are kept for the log.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  })
}

/** What the browser loads: one script, one style sheet. */
function bundleViewer() {
  return build({
    absWorkingDir: root.pathname,
    metafile: true,
    write: false,
    entryPoints: { app: 'viewer/main.tsx' },
    outdir: 'dist/viewer',
    bundle: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'inline',
    logLevel: 'warning',
  })
}

/**
 * With one character beyond Latin-1, V8 stores the whole text with two bytes per character. esbuild leaves those in regular
 * expressions as they are; escaping them means the same everywhere they can occur.
 * @param {string} text
 */
function asciiOf(text) {
  return text.replace(/[^\p{ASCII}]/gu, (letter) =>
    [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/**
 * Only what has changed is written, each file in one step: `npx` in a clone builds again every time, and the program may be
 * running from here.
 * @param {Map<string, string>} files by path
 */
function replaceDist(files) {
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}.new`, text)
    renameSync(`${path}.${process.pid}.new`, path)
  }
  for (const entry of readdirSync(inDist(''), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !files.has(path) && !path.endsWith('.new')) rmSync(path, { force: true })
  }
}

/** @param {string} name */
function inDist(name) {
  return fileURLToPath(new URL(`dist/${name}`, root))
}
