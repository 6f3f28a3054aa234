/** Whether a path leads to a program that may be run. */
import { accessSync, constants, statSync } from 'node:fs'

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // not there, or not for us to run
  }
}
