/**
 * Writes src/index/vectors/kernel.ts from kernel.wat. The bytes are committed, so that an install needs no compiler;
 * `--print` prints them for kernel.test.ts, which compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const folder = new URL('../src/index/vectors/', import.meta.url)

async function compileKernel() {
  const { parseWat } = await wabt()
  const module = parseWat('kernel.wat', readFileSync(new URL('kernel.wat', folder), 'utf8'), { simd: true })
  return Buffer.from(module.toBinary({}).buffer).toString('base64')
}

const compiled = await compileKernel()
if (process.argv.includes('--print')) {
  console.log(compiled)
} else {
  const lines = (compiled.match(/.{1,110}/g) ?? []).map((line) => `  '${line}',`)
  writeFileSync(
    new URL('kernel.ts', folder),
    `/** The compiled kernel.wat, written by scripts/build-kernel.mjs. */\nexport const KERNEL = [\n${lines.join('\n')}\n].join('')\n`,
  )
}
