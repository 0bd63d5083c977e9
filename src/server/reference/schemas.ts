import { z } from 'zod'
import { calls } from '../../contract/calls.ts'
import type { CallContract } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/refusals/problem.ts'
import { entriesOf } from '../../domain/records.ts'
import { tidySchema, type Json } from './tidy-schema.ts'

// The contract's shapes as JSON Schema: each call's input and output, and the named shapes.

// The parts of zod's schema descriptions that we read.
const Fields = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

type Parts = Record<string, Json>
/** The inputs and outputs of the calls, by call and part, and the named shapes. */
export type Shapes = {
  taken: Record<string, Parts>
  given: Record<string, Parts>
  named: Record<string, Json>
}

export const uri = (id: string): string => `#/components/schemas/${id}`

// Converts all calls in two passes. One pass per part would visit every named shape each time and
// take seconds.
export function describeShapes(): Shapes {
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
    taken: describeParts(taken, 'input'),
    given: describeParts(given, 'output'),
    named: describeNamed(),
  }
}

/** The parts of each call as schemas. Named shapes become references to the components. */
function describeParts(
  calls: readonly [string, z.ZodObject][],
  io: 'input' | 'output',
): Record<string, Parts> {
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  for (const [name, call] of calls) registry.add(call, { id: `call ${name}` })
  const { schemas: all } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  return Object.fromEntries(
    calls.map(([name]) => {
      const { properties } = Fields.parse(tidySchema(all[`call ${name}`] ?? {}))
      return [name, properties]
    }),
  )
}

function describeNamed(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [named, name] of namedShapes()) registry.add(named, { id: name })
  const { schemas: all } = z.toJSONSchema(registry, { io: 'output', uri, unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(all).map(([id, shape]) => [id, tidySchema(shape)]))
}

/** The shapes that the contract names, each once, sorted: the order of loading doesn't matter. */
function* namedShapes(): Generator<[z.core.$ZodType, string]> {
  yield [Problem, 'Problem']
  const { _idmap: byId } = z.globalRegistry
  for (const [id, schema] of [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (schema !== Problem) yield [schema, id]
  }
}
