/** Where the model and its runtime are. In a clone, scripts/fetch-model.mjs puts both beside the program. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPlatformRuntime } from '../platform-runtime.ts'

export interface ModelFiles {
  weights: string
  tokenizer: string
  /** The native library's Node binding for this platform. */
  binding: string
}

/** undefined when they were never fetched, or not for this platform. The bundle is one folder deep, the source two. */
export function findModelFiles(from: string = import.meta.url): ModelFiles | undefined {
  return ['..', '../..']
    .map((up) => fileURLToPath(new URL(`${up}/`, from)))
    .map((root) => ({
      weights: join(root, 'model/model_quantized.onnx'),
      tokenizer: join(root, 'model/tokenizer.json'),
      binding: join(findPlatformRuntime(root) ?? root, 'onnxruntime_binding.node'),
    }))
    .find((files) => Object.values(files).every((path) => existsSync(path)))
}
