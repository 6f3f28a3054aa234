/** docs/http-reference.md: every route with its parameters, from the OpenAPI document the worker serves. */
import { type OpenApiDocument, openApiDocument } from '../src/worker/http/openapi.ts'

type Operation = OpenApiDocument['paths'][string][string]

/** The parts of a JSON schema that the page shows. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
}

export function renderRoutePage(): string {
  const { paths } = openApiDocument()
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => renderRoute(`${method.toUpperCase()} ${path}`, operation)),
  )
  return [
    '# HTTP reference',
    '',
    'Every route with what it takes and gives, written by `npm run docs` from the schemas that requests are parsed with. [HTTP](http.md) is the overview;',
    '`GET /api/openapi.json` has the whole schemas. 🔑 marks routes that need `Authorization: Bearer <content of the token file>`.',
    '',
    ...routes,
  ].join('\n')
}

function renderRoute(name: string, operation: Operation): string {
  const { parameters, requestBody, security, summary, responses } = operation
  const rows = [
    ...parameters.map(({ schema, ...one }) => ({ ...one, schema: schema as Schema })),
    ...fieldsOf(bodySchema(requestBody)),
  ]
  const reply = Object.entries(responses['200']?.content ?? {})[0]
  return [
    `## \`${name}\`${security ? ' 🔑' : ''}`,
    '',
    `${capital(summary)}.`,
    '',
    ...(rows.length === 0 ? [] : [renderTable(rows), '']),
    ...(reply === undefined ? [] : [`Answer: ${renderReply(reply[0], reply[1].schema as Schema)}`, '']),
  ].join('\n')
}

interface Row {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}

function renderTable(rows: readonly Row[]): string {
  return [
    '| name | in | takes | |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| \`${row.name}\`${row.required ? '' : '?'} | ${row.in} | ${cell(typeOf(row.schema))} | ${cell(row.description ?? '')} |`,
    ),
  ].join('\n')
}

function bodySchema(requestBody: object | undefined): Schema | undefined {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: Schema }> } // as openapi.ts wrote it
  return content?.['application/json']?.schema
}

function fieldsOf(body: Schema | undefined): Row[] {
  const choices = body?.anyOf ?? body?.oneOf ?? (body ? [body] : [])
  const rows = choices.flatMap(({ properties = {}, required = [], items }) =>
    Object.entries((items?.properties ?? properties) as Record<string, Schema>).map(([name, schema]) => ({
      ...{ name, in: items ? 'body, each' : 'body', schema },
      required: (items?.required ?? required).includes(name),
      ...(schema.description === undefined ? {} : { description: schema.description }),
    })),
  )
  return [...new Map(rows.map((row) => [row.name, row])).values()]
}

function renderReply(type: string, schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema]
  const fields = [...new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const shape = fields.length > 0 ? fields.map((field) => `\`${field}\``).join(', ') : typeOf(schema)
  if (type === 'application/json') return `${shape}.`
  if (type === 'application/x-ndjson') return `a JSON object on each line: ${shape}.`
  return type === 'text/event-stream' ? 'a stream of server-sent events.' : 'plain text.'
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
