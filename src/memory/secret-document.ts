/**
 * Documents whose kind says that their values are secrets: a Kubernetes Secret, in YAML or as JSON text. Read line by line, each
 * line once.
 */
import { isPlaceholder } from './secret-value.ts'

const MARK = '[redacted:kubernetes-secret]'
const KIND = /\bkind\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']?Secret\b/

export function redactSecretDocuments(text: string): string {
  if (!text.includes('Secret') || !KIND.test(text)) return text
  return redactJson(text)
    .split(/(^---[ \t]*$)/m)
    .map((document) => (KIND.test(document) ? redactYaml(document) : document))
    .join('')
}

/** Everything indented deeper than `data:` or `stringData:`, up to the next line that is not. */
function redactYaml(document: string): string {
  let inside: number | undefined
  const lines = document.split('\n').map((line) => {
    const [, lead = '', rest = ''] = /^([\s+>|\d→:-]{0,40}?)(\S.*)?$/s.exec(line) ?? []
    const depth = lead.length
    if (inside !== undefined && rest !== '' && depth <= inside) inside = undefined
    if (inside === undefined) {
      if (/^(?:data|stringData):\s*$/.test(rest)) inside = depth
      return line
    }
    return redactEntry(line)
  })
  return lines.join('\n')
}

function redactEntry(line: string): string {
  const [, head = '', value = ''] =
    /^(\s*(?:["']?[\w.-]{1,253}["']?\s{0,4}:\s{0,4})?["']?)([^\s"'|>][^\s"']*)["']?\s*$/.exec(line) ?? []
  if (value === '' || isPlaceholder(value) || value.endsWith(':')) return line
  return `${head}${MARK}${line.slice(head.length + value.length)}`
}

const JSON_DATA = /(?<keep>\\{0,3}"(?:data|stringData)\\{0,3}"\s{0,8}:\s{0,8}\{)(?<entries>[^{}]{1,8000})/g

function redactJson(text: string): string {
  return text.replace(JSON_DATA, (whole: string, keep: string, entries: string) =>
    whole.length === 0 ? whole : keep + entries.replace(/(:\s{0,8}\\{0,3}")([^"\\]{1,4000})/g, `$1${MARK}`),
  )
}
