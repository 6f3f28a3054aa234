/** Where a promoted fact comes from, as a link to it. */
import { href, parameters } from '../address.ts'

export function Source({ from }: { from: string }) {
  const memory = /^observation:(\d+)$/.exec(from)?.[1]
  if (memory) return <a href={`/memory/${memory}`}>memory {memory}</a>
  const session = /^summary:(\d+)$/.exec(from)?.[1]
  if (session) return <a href={`/session/${session}`}>session S{session}</a>
  const file = /^([^#]+)(#.*)?$/.exec(from)?.[1]
  if (!file?.endsWith('.md')) return <>{from}</>
  return <a href={href('/notes', { cwd: parameters.value.get('cwd') ?? undefined, file })}>{from}</a>
}
