/** The kinds of content in the fields of Claude Code's tools, which decide how much is stored. */
import type { FieldKind, HostField } from '../host.ts'

const SHOWN_FILE = ['Read', 'NotebookRead', 'Write']
const REPORTING = ['Task', 'Agent', 'TaskOutput']

export function fieldKind({ tool, part, failed, path }: HostField): FieldKind {
  const key = path.at(-1) ?? ''
  // The whole file before an edit: the patch says what changed.
  if (key === 'originalFile') return 'unused'
  const isResult = part === 'output'
  if (isResult && (failed || key === 'stdout' || key === 'stderr' || path.length === 0)) return 'command output'
  if (isResult && key === 'content' && SHOWN_FILE.includes(tool)) return 'file'
  if (key === 'plan' || (isResult && REPORTING.includes(tool))) return 'prose'
  return 'other'
}
