/** How a path is named in memory, from its text alone. With the disk and its links: workspace/paths.ts. */

/** Inside the root: relative, with forward slashes. Outside it: as the host wrote it. */
export function relativePath(path: string, root: string | undefined): string {
  const plain = path.replaceAll('\\', '/')
  const base = root?.replaceAll('\\', '/').replace(/\/+$/, '') ?? ''
  if (base !== '' && plain.startsWith(`${base}/`)) return plain.slice(base.length + 1)
  return plain.startsWith('./') ? plain.slice(2) : plain
}
