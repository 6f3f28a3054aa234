/**
 * The native library that runs the embedding model on this platform. In a clone and in the app folder it is beside the
 * program; from the registry it is a separate package, so that npm installs one platform's and not five.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PACKAGE } from './version.ts'

/** Its place below the package root. */
export const PLATFORM_FOLDER = join('runtime', `${process.platform}-${process.arch}`)

/** undefined if there is none: an install without optional packages, or an unsupported platform. */
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
