import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/contract/calls.ts'
import type { CallContract } from '../../src/contract/endpoint.ts'
import { api } from '../../src/contract/routes.ts'
import { keysOf } from '../../src/domain/records.ts'
import { describeApi } from '../../src/server/reference/openapi.ts'
import { isLong } from '../support/scale.ts'

// The API document explains everything it names, and its examples are valid.

const Media = z.looseObject({ example: z.unknown().optional() })
const Content = z.looseObject({
  'application/json': Media.optional(),
  'text/plain': Media.optional(),
})
const Parameter = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  example: z.unknown().optional(),
})
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
})
type Operation = z.infer<typeof Operation>
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

const document = describeApi()
const allCalls: Record<string, CallContract> = calls
const fail = (name: string): never => {
  throw new Error(`no call ${name}`)
}
const operations = Object.values(Document.parse(document).paths).flatMap(Object.values<Operation>)

const Described = z.looseObject({ description: z.string().min(1) })
const isDescribed = (value: unknown): boolean => Described.safeParse(value).success
const Reference = z.looseObject({ $ref: z.string() })

/**
 * Everything without a description: fields, parameters, headers, responses, tags, and named shapes.
 */
function* undescribed(node: unknown, path: string): Generator<string> {
  if (Array.isArray(node)) {
    for (const [index, each] of node.entries()) yield* undescribed(each, `${path}/${index}`)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const [key, each] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue
    const here = `${path}/${key}`
    if (/\/(?:properties|parameters|tags|responses|headers|schemas|securitySchemes)$/.test(path)) {
      // A reference is described at its target. We also check every named shape.
      if (typeof each !== 'string' && !isDescribed(each) && !Reference.safeParse(each).success) {
        yield here
      }
    }
    yield* undescribed(each, here)
  }
}

test('describes every operation, field, parameter, header, response, and tag', () => {
  expect(operations.length).toBe(keysOf(api).length)
  expect([...undescribed(document, '')]).toEqual([])
})

type Part = [what: string, schema: z.ZodType | undefined, example: unknown]

/** Each call's input and output, with the document's examples. */
function partsOf({ operationId, parameters, requestBody, responses }: Operation): Part[] {
  const { params, query, body, answer }: CallContract = allCalls[operationId] ?? fail(operationId)
  const examplesIn = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === where)
        .map((each): [string, unknown] => [each.name ?? '', each.example]),
    )
  const content = Object.values(responses)[0]?.content
  const success = content?.['application/json'] ?? content?.['text/plain']
  return [
    ['path', params, examplesIn('path')],
    ['query', query, examplesIn('query')],
    ['body', body, requestBody?.content['application/json']?.example],
    // The live updates are text.
    ['answer', operationId === 'streamEvents' ? undefined : answer, success?.example],
  ]
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'gives valid examples of %s',
  (_name, operation) => {
    for (const [what, schema, example] of partsOf(operation)) {
      if (schema === undefined) continue
      const wrong = schema.safeParse(example).error?.issues.map(({ path }) => path.join('.'))
      expect([what, wrong]).toEqual([what, undefined])
    }
    const unnamed = operation.parameters.filter((each) => each.name && each.example === undefined)
    expect(unnamed).toEqual([])
  },
)

test.runIf(isLong)('meets the recommended OpenAPI rules, but for trailing slashes', async () => {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core')
  const config = await createConfig({
    extends: ['recommended'],
    // The specification fixes the paths with their trailing slash.
    rules: { 'no-path-trailing-slash': 'off' },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})
