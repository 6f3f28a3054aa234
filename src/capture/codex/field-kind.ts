/** The kinds of content in the fields of Codex CLI's tools, as shaped by `call-input.ts` and `call-output.ts`. */
import type { FieldKind, HostField } from '../host.ts'
import { toolKind } from './tool-kind.ts'

export function fieldKind({ tool, part, path }: HostField): FieldKind {
  const kind = toolKind(tool)
  if (part === 'input') return kind === 'agent' ? 'prose' : 'other'
  if (kind === 'agent') return 'prose'
  return kind === 'read' ? 'file' : path.at(-1) === 'shown' ? 'command output' : 'other'
}
