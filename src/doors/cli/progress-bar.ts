/** How far something is, as a bar of fixed width. */
export function renderBar(share: number): string {
  const part = Math.min(Math.max(share, 0), 1)
  return `${'█'.repeat(Math.round(part * 24)).padEnd(24, '░')} ${Math.round(part * 100)}%`
}
