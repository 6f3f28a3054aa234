/**
 * No path of a file is longer than this, so a longer one is no path but an attempt: it is refused where it comes in, and
 * nobody looks at every folder above it.
 */

/** The limit of Linux; others have smaller ones. */
export const LONGEST_PATH_BYTES = 4096

export function isTooLong(path: string): boolean {
  // Most are short, and no text has fewer bytes than units.
  return path.length > LONGEST_PATH_BYTES || Buffer.byteLength(path) > LONGEST_PATH_BYTES
}
