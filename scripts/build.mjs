/**
 * Bundles the program into dist/: one small entry that loads the rest lazily, so that a short command starts fast.
 * Everything is bundled, so an installed claude-mem has no dependency tree of its own.
 * SQL and Markdown are imported as text (esbuild here, vitest.config.ts in tests, text-imports.mjs under plain node).
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeThirdParty } from './third-party.mjs'

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

rmSync(new URL('dist', root), { recursive: true, force: true })
const bundled = await Promise.all([...programs.map(bundle), bundleViewer()])
writeThirdParty(
  fileURLToPath(root),
  bundled.map(({ metafile }) => metafile),
)

/** @param {Record<string, string>} entryPoints */
function bundle(entryPoints) {
  return build({
    absWorkingDir: root.pathname,
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    metafile: true,
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
async function bundleViewer() {
  const bundled = await build({
    absWorkingDir: root.pathname,
    metafile: true,
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
  for (const name of ['index.html', 'icon.svg']) {
    copyFileSync(new URL(`viewer/${name}`, root), new URL(`dist/viewer/${name}`, root))
  }
  return bundled
}

// With one character beyond Latin-1, V8 stores the whole text with two bytes per character. esbuild leaves those in
// regular expressions as they are; escaping them means the same everywhere they can occur.
for (const name of readdirSync(new URL('dist/', root)).filter((one) => one.endsWith('.mjs'))) {
  const file = new URL(`dist/${name}`, root)
  const text = readFileSync(file, 'utf8')
  const plain = text.replace(/[^\p{ASCII}]/gu, (letter) =>
    [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
  if (plain !== text) writeFileSync(file, plain)
}
