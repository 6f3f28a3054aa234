/** A sentence begins with a capital. */
export function capitalOf(text: string): string {
  const [first = ''] = text
  // A name in code keeps its case: `initTheme catches` does not become `InitTheme catches`.
  return /^[a-z]+(?:[A-Z_./(-]|\d)/.test(text) ? text : first.toUpperCase() + text.slice(first.length)
}
