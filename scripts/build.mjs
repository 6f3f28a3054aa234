/**
 * Bundles the program into dist/: one small entry that loads the rest lazily, so that a short command starts fast.
 * Everything is bundled, so an installed claude-mem has no dependency tree of its own.
 * SQL and Markdown are imported as text (esbuild here, vitest.config.ts in tests, text-imports.mjs under plain node).
 */
import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const root = new URL('..', import.meta.url)

rmSync(new URL('dist', root), { recursive: true, force: true })
await build({
  absWorkingDir: root.pathname,
  entryPoints: {
    main: 'src/main.ts',
    'worker-main': 'src/worker/main.ts',
    'writer-thread': 'src/worker/writer-thread.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.16',
  mainFields: ['module', 'main'], // jsonc-parser's `main` is UMD, which cannot be bundled
  loader: { '.sql': 'text', '.md': 'text' },
  define: { BUILD_VERSION: JSON.stringify(version) },
  banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  legalComments: 'inline',
  logLevel: 'warning',
})
