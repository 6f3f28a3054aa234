/**
 * The routes as an OpenAPI 3.1 document and as a short help page, both generated from the table that parses requests.
 */
import * as z from 'zod'
import { VERSION } from '../../version.ts'
import type { HelpPage } from '../protocol/help-page.ts'
import type { RouteSpec } from '../protocol/route-spec.ts'
import { ROUTES } from '../protocol/routes.ts'
import { ErrorBody } from '../protocol.ts'

const TABLE: [string, RouteSpec][] = Object.entries(ROUTES)

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, object> }
}

interface Operation {
  summary: string
  parameters: Parameter[]
  requestBody?: object
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  security?: object[]
}

export interface Parameter {
  name: string
  in: 'query' | 'path'
  required: boolean
  description?: string
  schema: object
}

export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, spec] of TABLE) {
    const [method = '', path = ''] = openApiPath(name).split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(spec) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'claude-mem',
      version: VERSION,
      description: 'The worker of one data folder, on 127.0.0.1. Port, pid and nonce are in its `port` file.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The content of the `token` file.' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

/** Only what an agent needs for its next question. */
export function helpPage(): HelpPage {
  const searching = TABLE.filter(([name]) => /^\w+ \/api\/(search|observations)\b/.test(name))
  return {
    title: 'Searching claude-mem',
    endpoints: searching.map(([route, spec]) => {
      const [method = '', path = ''] = route.split(' ')
      return {
        method,
        path,
        summary: spec.summary,
        parameters: [...parametersOf(spec), ...bodyFields(spec)].map(({ name, required, description = '' }) => ({
          name,
          required,
          description,
        })),
        ...(spec.example === undefined ? {} : { example: `${path}${spec.example}` }),
      }
    }),
    hints: [
      'Begin with format=index and limit=5, then fetch the few that matter with POST /api/observations/batch.',
      'GET /api/openapi.json has every route and schema.',
    ],
  }
}

export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function operationOf(spec: RouteSpec): Operation {
  const type = spec.replyType ?? 'application/json'
  const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    summary: spec.summary,
    parameters: parametersOf(spec),
    ...(spec.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }
      : {}),
    responses: {
      '200': { description: 'The answer.', content: { [type]: { schema: schemaOf(spec.reply, 'output') } } },
      default: { description: 'What went wrong, and what to do.', content: failure },
    },
    ...(spec.access === 'change' ? { security: [{ token: [] }] } : {}),
  }
}

function parametersOf(spec: RouteSpec): Parameter[] {
  return [...fieldsOf(spec.pathParameters, 'path'), ...fieldsOf(spec.query, 'query')]
}

function bodyFields(spec: RouteSpec): Omit<Parameter, 'in'>[] {
  return fieldsOf(spec.body, 'query')
}

function fieldsOf(schema: z.ZodType | undefined, place: Parameter['in']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  } // all of them are object schemas
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
