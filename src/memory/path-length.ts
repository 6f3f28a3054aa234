/**
 * No file path is longer than this, so a longer one is an attack or a mistake: it is refused at the edge, before
 * anything looks at every folder above it.
 */

/** The limit of Linux; others have smaller ones. */
export const LONGEST_PATH_BYTES = 4096

export function isTooLong(path: string): boolean {
  // Most are short, and a text never has fewer bytes than UTF-16 units.
  return path.length > LONGEST_PATH_BYTES || Buffer.byteLength(path) > LONGEST_PATH_BYTES
}
