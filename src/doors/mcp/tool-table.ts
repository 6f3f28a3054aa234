/** The tool table in docs/mcp.md: `npm run docs` writes it and a test compares it. */
import type { Tool } from './tool.ts'

export function renderToolTable(tools: Tool[]): string {
  const rows = tools.map(({ name, schema, returns }) => `| \`${name}\` | ${renderArguments(schema)} | ${returns} |`)
  return ['| tool | arguments | it returns |', '| --- | --- | --- |', ...rows].join('\n')
}

function renderArguments(schema: Tool['schema']): string {
  const names = Object.entries(schema.shape).map(([name, type]) => `${name}${isOptional(type) ? '?' : ''}`)
  return names.map((name) => `\`${name}\``).join(', ')
}

function isOptional(type: Tool['schema']['shape'][string]): boolean {
  return 'safeParse' in type && type.safeParse(undefined).success
}
