import { z } from 'zod'
import { errorsOf, statusIn } from '../../contract/call-errors.ts'
import { calls } from '../../contract/calls.ts'
import type { CallContract, Endpoint } from '../../contract/endpoint.ts'
import { SEEN_HEADER, seenPattern } from '../../contract/fields/seen.ts'
import { Problem, PROBLEM_TYPE } from '../../contract/refusals/problem.ts'
import { api, type CallName } from '../../contract/routes.ts'
import { entriesOf, keysOf } from '../../domain/records.ts'

const Json = z.record(z.string(), z.unknown())
type Json = z.infer<typeof Json>

// What we read of the schemas that zod describes.
const Fields = z.looseObject({
  properties: z.record(z.string(), Json).default({}),
  required: z.array(z.string()).default([]),
})
const Choice = z.looseObject({ enum: z.array(z.string()).default([]) })

/**
 * The contract as an OpenAPI 3.1 document: a pure function of the route table. `npm run openapi`
 * writes it to a file, and the server reads that file.
 */
export function describeApi(): Json {
  const shapes = shapeAll()
  const paths: Record<string, Json> = {}
  for (const name of keysOf(api)) {
    const path = api[name].path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [api[name].method.toLowerCase()]: describeCall(shapes, name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Twofold', version: '1', description: 'Every path answers with and without /.' },
    paths,
    components: {
      schemas: shapes.named,
      headers: { [SEEN_HEADER]: { description: SEEN_ANSWER, schema: seenSchema } },
      parameters: {
        [SEEN_HEADER]: {
          name: SEEN_HEADER,
          in: 'header',
          required: false,
          description: SEEN_REQUEST,
          schema: seenSchema,
        },
      },
      responses: describeResponses(),
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operator: { type: 'apiKey', in: 'cookie', name: 'twofold_operator' },
      },
    },
  }
}

const SEEN_REF = `#/components/headers/${SEEN_HEADER}`
const SEEN_ANSWER = 'Where there are replicas: the position that has what this call has written.'
const SEEN_REQUEST = 'The highest position of earlier answers. This one shows at least that much.'
const seenSchema = { type: 'string', pattern: seenPattern.source }

/** One call as an operation of the document. */
function describeCall(shapes: Shapes, name: CallName): Json {
  const endpoint: Endpoint = api[name]
  const { params, query, body } = shapes.taken[name] ?? {}
  const parameters = [...describeFields(params, 'path'), ...describeFields(query, 'query')]
  if (endpoint.money) {
    const schema = { type: 'string', maxLength: 255 }
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema })
  }
  const isRead = endpoint.method === 'GET'
  if (isRead && endpoint.limit !== null && name !== 'streamEvents') {
    parameters.push({ $ref: `#/components/parameters/${SEEN_HEADER}` })
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
    ...(body ? { requestBody: { content: asJson(body) } } : {}),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        ...(isRead ? {} : { headers: { [SEEN_HEADER]: { $ref: SEEN_REF } } }),
        content: describeAnswer(shapes, name),
      },
      ...describeRefusals(name),
    },
  }
}

/** The answer's shape, plus the other types for `?format=`. The event stream has its own type. */
function describeAnswer(shapes: Shapes, name: CallName): Json {
  const shape = shapes.given[name]?.['answer'] ?? {}
  const { query } = shapes.taken[name] ?? {}
  if (name === 'streamEvents') return { 'text/event-stream': { schema: shape } }
  const formats = describeFields(query, 'query').find((field) => field['name'] === 'format')
  const { enum: names } = Choice.parse(formats?.['schema'] ?? {})
  const others = names.filter((format) => format !== 'json')
  const text = { schema: { type: 'string' } }
  return { ...asJson(shape), ...Object.fromEntries(others.map((each) => [`text/${each}`, text])) }
}

/** A call's refusal codes, by status. */
function groupRefusals(name: CallName): [status: number, codes: string[]][] {
  const byStatus = Map.groupBy(errorsOf(name), (code) => statusIn(name, code))
  return [...byStatus].toSorted(([one], [other]) => one - other)
}

/** A call's refusals. Each answer is a component named after its codes. */
const describeRefusals = (name: CallName): Json =>
  Object.fromEntries(
    groupRefusals(name).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${codes.join('.')}` },
    ]),
  )

function describeResponses(): Json {
  const groups = keysOf(api).flatMap(groupRefusals)
  return Object.fromEntries(
    groups.map(([, codes]) => {
      const schema = { $ref: uri('Problem'), properties: { code: { enum: codes } } }
      const content = { [PROBLEM_TYPE]: { schema } }
      return [codes.join('.'), { description: codes.join(', '), content }]
    }),
  )
}

const asJson = (schema: Json): Json => ({ 'application/json': { schema } })

function describeFields(fields: Json | undefined, location: 'path' | 'query'): Json[] {
  const { properties, required } = Fields.parse(fields ?? {})
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }))
}

const uri = (id: string): string => `#/components/schemas/${id}`

type Parts = Record<string, Json>
/** The inputs and outputs of the calls, by call and part, and the named shapes. */
type Shapes = {
  taken: Record<string, Parts>
  given: Record<string, Parts>
  named: Record<string, Json>
}

// Converts all calls in two passes. One pass per part would visit every named shape each time and
// take seconds.
function shapeAll(): Shapes {
  const parts: [string, CallContract][] = entriesOf(calls)
  const taken = parts.map(([name, { params, query, body }]): [string, z.ZodObject] => {
    const given = { ...(params && { params }), ...(query && { query }), ...(body && { body }) }
    return [name, z.object(given)]
  })
  const given = parts.map(([name, { answer }]): [string, z.ZodObject] => [
    name,
    z.object({ answer }),
  ])
  return {
    taken: shapeParts(taken, 'input'),
    given: shapeParts(given, 'output'),
    named: describeShapes(),
  }
}

/** The parts of each call as schemas. Named shapes become references to the components. */
function shapeParts(
  calls: readonly [string, z.ZodObject][],
  io: 'input' | 'output',
): Record<string, Parts> {
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  for (const [name, call] of calls) registry.add(call, { id: `call ${name}` })
  const { schemas: all } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  return Object.fromEntries(
    calls.map(([name]) => [name, Fields.parse(all[`call ${name}`] ?? {}).properties]),
  )
}

function describeShapes(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  const { schemas: all } = z.toJSONSchema(registry, { io: 'output', uri, unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(all).map(([id, shape]) => [id, withoutMarks(shape)]))
}

/** The shapes that the contract names, each once. */
function* namedShapes(): Generator<[z.core.$ZodType, string]> {
  yield [Problem, 'Problem']
  for (const [schema, { id }] of globalShapes()) {
    if (schema !== Problem && id) yield [schema, id]
  }
}

function globalShapes(): Iterable<[z.core.$ZodType, { id?: string | undefined }]> {
  const { _idmap: byId } = z.globalRegistry
  // Sort by name, so that the document doesn't depend on load order.
  const sorted = [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([id, schema]) => [schema, { id }])
}

function withoutMarks(shape: Json): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = shape
  return rest
}
