/**
 * The native library that runs the embedding model, for this platform. In a clone and in the app folder it lies beside the
 * program; from the registry it is a package of its own, so that npm brings one platform's and not five.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PACKAGE } from './version.ts'

/** Where it belongs below the root of the package. */
export const PLATFORM_FOLDER = join('runtime', `${process.platform}-${process.arch}`)

/** Undefined where there is none: an install without optional packages, or a platform nobody built it for. */
export function findPlatformRuntime(packageRoot: string): string | undefined {
  const own = join(packageRoot, PLATFORM_FOLDER)
  if (existsSync(own)) return own
  try {
    const manifest = `${PACKAGE}-${process.platform}-${process.arch}/package.json`
    return dirname(createRequire(join(packageRoot, 'package.json')).resolve(manifest))
  } catch {
    return undefined
  }
}
