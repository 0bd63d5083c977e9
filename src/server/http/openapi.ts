import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { refusalsOf, statusIn } from '../../contract/call-refusals.ts'
import { api, type CallName } from '../../contract/index.ts'
import { Problem, problemType } from '../../contract/problem.ts'
import { schemas, type CallSchemas } from '../../contract/schemas.ts'

type Json = Record<string, unknown>

/**
 * The contract as an OpenAPI 3.1 document: a pure function of the route table. It takes seconds, so
 * `npm run openapi` writes it down and the server reads what is written.
 */
export function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(api) as CallName[]) {
    const path = api[name].path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [api[name].method.toLowerCase()]: describeCall(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Twofold', version: '1', description: 'Every path answers with and without /.' },
    paths,
    components: {
      schemas: describeShapes(),
      responses: describeResponses(),
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operator: { type: 'apiKey', in: 'cookie', name: 'twofold_operator' },
      },
    },
  }
}

/** One call as an operation of the document. */
function describeCall(name: CallName): Json {
  const endpoint: Endpoint = api[name]
  const { params, query, body }: CallSchemas = schemas[name]
  const parameters = [...describeFields(params, 'path'), ...describeFields(query, 'query')]
  if (endpoint.money) {
    const schema = { type: 'string', maxLength: 255 }
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema })
  }
  const security =
    endpoint.access === 'visitor'
      ? []
      : [{ [endpoint.access === 'member' ? 'member' : 'operator']: [] }]
  return {
    operationId: name,
    tags: [endpoint.path.split('/')[2]],
    security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { content: asJson(toSchema(body, 'input')) } } : {}),
    responses: {
      [endpoint.status]: { description: 'Done', content: describeAnswer(name) },
      ...describeRefusals(name),
    },
  }
}

/** The answer's shape, and the other types in which `?format=` gives it; the stream has its own. */
function describeAnswer(name: CallName): Json {
  const { query, answer }: CallSchemas = schemas[name]
  const shape = toSchema(answer, 'output')
  if (name === 'events') return { 'text/event-stream': { schema: shape } }
  const formats = describeFields(query, 'query').find((field) => field['name'] === 'format')
  const { enum: names = [] } = (formats?.['schema'] ?? {}) as { enum?: string[] }
  const others = names.filter((format) => format !== 'json')
  const text = { schema: { type: 'string' } }
  return { ...asJson(shape), ...Object.fromEntries(others.map((each) => [`text/${each}`, text])) }
}

/** The codes with which a call refuses, by status. */
function groupRefusals(name: CallName): [status: number, codes: string[]][] {
  const byStatus = Map.groupBy(refusalsOf(name), (code) => statusIn(name, code))
  return [...byStatus].toSorted(([one], [other]) => one - other)
}

/** What a call refuses: each answer is a component that is named after its codes. */
const describeRefusals = (name: CallName): Json =>
  Object.fromEntries(
    groupRefusals(name).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${codes.join('.')}` },
    ]),
  )

function describeResponses(): Json {
  const groups = (Object.keys(api) as CallName[]).flatMap(groupRefusals)
  return Object.fromEntries(
    groups.map(([, codes]) => {
      const schema = { $ref: uri('Problem'), properties: { code: { enum: codes } } }
      const content = { [problemType]: { schema } }
      return [codes.join('.'), { description: codes.join(', '), content }]
    }),
  )
}

const asJson = (schema: Json): Json => ({ 'application/json': { schema } })

function describeFields(fields: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!fields) return []
  const { properties = {}, required = [] } = toSchema(fields, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const uri = (id: string): string => `#/components/schemas/${id}`

/** One schema, in which named shapes are references to the components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const id = 'Call'
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  const known = registry.get(schema)
  if (known) return { $ref: uri(known.id) }
  registry.add(schema, { id })
  const { schemas: all } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  return withoutMarks(all[id])
}

function describeShapes(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  const { schemas: all } = z.toJSONSchema(registry, { io: 'output', uri, unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(all).map(([id, shape]) => [id, withoutMarks(shape)]))
}

/** The shapes that the contract names, each once. */
function* namedShapes(): Generator<[z.ZodType, string]> {
  yield [Problem, 'Problem']
  for (const [schema, { id }] of globalShapes()) {
    if (schema !== Problem && id) yield [schema, id]
  }
}

function globalShapes(): Iterable<[z.ZodType, { id?: string | undefined }]> {
  const { _idmap: byId } = z.globalRegistry
  return [...byId].map(([id, schema]) => [schema as z.ZodType, { id }])
}

function withoutMarks(shape: unknown): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = shape as Json
  return rest
}
