import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { CallContract, Endpoint } from '../../contract/endpoint.ts'
import { idempotencyKeyLength, rateLimits } from '../../contract/fields/limits.ts'
import { SEEN_HEADER, seenPattern } from '../../contract/fields/seen.ts'
import { isForPeople } from '../../contract/for-people.ts'
import { api, type CallName } from '../../contract/routes.ts'
import { tagOf, tags } from '../../contract/tags.ts'
import { keysOf } from '../../domain/records.ts'
import { aboutApi } from './about-api.ts'
import { describeProblems, describeRefusals, describeResponses } from './errors.ts'
import { exampleOf } from './examples.ts'
import { describeShapes, type Shapes } from './schemas.ts'
import { isList, type Json } from './tidy-schema.ts'
import { describeWebhooks, webhooksTag } from './webhooks.ts'

// The parts of zod's schema descriptions that we read.
const Fields = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})
const Choice = z.looseObject({ enum: z.array(z.string()).default([]) })

/**
 * The contract as an OpenAPI 3.1 document: a pure function of the route table. `npm run openapi`
 * writes it to a file, and the server reads that file.
 */
export function describeApi(): Json {
  const shapes = describeShapes()
  const paths: Record<string, Json> = {}
  for (const name of keysOf(api)) {
    const path = api[name].path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [api[name].method.toLowerCase()]: describeCall(shapes, name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Twofold',
      version: '1',
      description: aboutApi,
      contact: { name: 'Support, through the contact form' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...tags.map(({ name, description }) => ({ name, description })), webhooksTag],
    paths,
    webhooks: describeWebhooks(shapes),
    components: {
      schemas: shapes.named,
      headers: { [SEEN_HEADER]: { description: SEEN_ANSWER, schema: seenSchema } },
      parameters,
      responses: describeResponses(),
      examples: describeProblems(),
      securitySchemes: {
        member: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a member, from signing in or refreshing.',
        },
        operator: {
          type: 'apiKey',
          in: 'cookie',
          name: 'twofold_operator',
          description: 'The session cookie of an operator, from signing in to the console.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that an admin added for a program. It begins with `tfk_`.',
        },
      },
    },
  }
}

const SEEN_REF = `#/components/headers/${SEEN_HEADER}`
const SEEN_ANSWER =
  'With read replicas: the position that includes this call’s changes. Send it with later reads.'
const SEEN_REQUEST =
  'With read replicas: the highest position from earlier responses. This response is at least ' +
  'that current.'
const seenSchema = { type: 'string', pattern: seenPattern.source }

const KEY_HEADER = 'Idempotency-Key'

/** The headers that calls accept, which the operations refer to. */
const parameters = {
  [SEEN_HEADER]: {
    name: SEEN_HEADER,
    in: 'header',
    required: false,
    description: SEEN_REQUEST,
    schema: seenSchema,
  },
  [KEY_HEADER]: {
    name: KEY_HEADER,
    in: 'header',
    required: false,
    description: 'Makes the call safe to repeat. Use a new UUID for each user action.',
    schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyLength.max },
    example: '0d4c4e5e-6f0a-4a37-9d0d-9a6d2f6f8f5b',
  },
}

const refTo = (header: keyof typeof parameters) => ({ $ref: `#/components/parameters/${header}` })

/** One call as an operation of the document. */
function describeCall(shapes: Shapes, name: CallName): Json {
  const endpoint: Endpoint = api[name]
  const { summary, body: bodyShape }: CallContract = calls[name]
  const { params, query, body } = shapes.taken[name] ?? {}
  const taken = [...describeFields(params, 'path'), ...describeFields(query, 'query')]
  if (endpoint.money) taken.push(refTo(KEY_HEADER))
  const isRead = endpoint.method === 'GET'
  if (isRead && endpoint.limit !== null && name !== 'streamEvents') taken.push(refTo(SEEN_HEADER))
  const required = bodyShape?.safeParse(undefined).success === false
  return {
    operationId: name,
    summary,
    description: describeUse(name),
    tags: [tagOf(name)],
    security: securityOf(endpoint),
    ...(taken.length > 0 ? { parameters: taken } : {}),
    ...(body ? { requestBody: { required, content: asJson(body, shapes) } } : {}),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 201 ? 'Created.' : 'Success.',
        ...(isRead ? {} : { headers: { [SEEN_HEADER]: { $ref: SEEN_REF } } }),
        content: describeAnswer(shapes, name),
      },
      ...describeRefusals(name),
    },
  }
}

function securityOf(endpoint: Endpoint): Json[] {
  const { access } = endpoint
  if (access === 'visitor') return []
  if (access !== 'member' && !isForPeople(endpoint)) return [{ operator: [] }, { apiKey: [] }]
  return [{ [access === 'member' ? 'member' : 'operator']: [] }]
}

const ROLES = {
  visitor: 'Needs no sign-in.',
  member: '',
  support: 'For every operator.',
  finance: 'For finance and admin.',
  admin: 'For admins.',
}

/** The call's effect, its callers, and its rate limit. */
function describeUse(name: CallName): string {
  const { access, limit, stepUp }: Endpoint = api[name]
  const { description }: CallContract = calls[name]
  const parts = [description]
  if (!description.includes('no sign-in')) parts.push(ROLES[access])
  if (stepUp) parts.push('Needs a recent step-up.')
  if (limit !== null && limit !== 'general') {
    const { most, seconds } = rateLimits[limit]
    const span = seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : 'a day'
    parts.push(`At most ${most} ${span}.`)
  }
  return parts.filter((part) => part !== '').join(' ')
}

const FILES: Record<string, string> = {
  csv: 'The rows as comma-separated values, with a header row.',
  html: 'A page for printing.',
}

const fileOf = (format: string) => ({ schema: { type: 'string', description: FILES[format] } })

/** The answer's shape, plus the other types for `?format=`. The event stream has its own type. */
function describeAnswer(shapes: Shapes, name: CallName): Json {
  const shape = shapes.given[name]?.['answer'] ?? {}
  const { query } = shapes.taken[name] ?? {}
  if (name === 'streamEvents') return { 'text/event-stream': { schema: shape } }
  if (name === 'getReceipt' || name === 'getSeal') return asType('text/plain', shape, shapes)
  const formats = describeFields(query, 'query').find((field) => field['name'] === 'format')
  const { enum: names } = Choice.parse(formats?.['schema'] ?? {})
  const others = names.filter((format) => format !== 'json')
  return {
    ...asJson(shape, shapes),
    ...Object.fromEntries(others.map((each) => [`text/${each}`, fileOf(each)])),
  }
}

const asJson = (schema: Json, shapes: Shapes): Json => asType('application/json', schema, shapes)

function asType(type: string, schema: Json, { named }: Shapes): Json {
  const example = exampleOf(schema, named)
  return { [type]: { schema, ...(example === undefined ? {} : { example }) } }
}

function describeFields(fields: Json | undefined, location: 'path' | 'query'): Json[] {
  const { properties, required } = Fields.parse(fields ?? {})
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description,
    schema,
    example: isList(examples) ? examples[0] : exampleOf(schema, {}),
  }))
}
