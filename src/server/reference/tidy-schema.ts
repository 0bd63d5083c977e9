import { z } from 'zod'

const Json = z.record(z.string(), z.unknown())
export type Json = z.infer<typeof Json>

export const isJson = (value: unknown): value is Json => Json.safeParse(value).success

/** Narrows an array to what we know of it. */
export const isList = (value: unknown): value is unknown[] => Array.isArray(value)

const isNull = (schema: unknown): boolean => isJson(schema) && schema['type'] === 'null'

/** zod's internal notes, and anything that another keyword already says. */
function isNoise(key: string, value: unknown, schema: Json): boolean {
  if (key === '$schema' || key === '$id' || key === 'id') return typeof value === 'string'
  // The format says the same, and the pattern of a time has 300 characters.
  if (key === 'pattern') return schema['format'] !== undefined
  const isBound = key === 'maximum' || key === 'minimum'
  return isBound && typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
}

/**
 * A JSON Schema as zod writes it, in a form that is pleasant to read: `example` becomes `examples`,
 * a simple value that can be null has two types, and a nullable shape carries its own description.
 */
export function tidySchema(schema: Json): Json {
  const tidy: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (isNoise(key, value, schema)) continue
    if (key === 'example') tidy['examples'] = [value]
    else if (key === 'properties' && isJson(value)) tidy[key] = tidyEach(value)
    else if (isList(value)) tidy[key] = value.map(tidyItem)
    else if (key === 'examples' || !isJson(value)) tidy[key] = value
    else tidy[key] = tidySchema(value)
  }
  return mergeNull(tidy)
}

const tidyItem = (value: unknown): unknown => (isJson(value) ? tidySchema(value) : value)

const tidyEach = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, tidyItem(each)]))

function mergeNull(schema: Json): Json {
  const { anyOf, ...outer } = schema
  if (!isList(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema
  const [inner] = anyOf
  if (!isJson(inner)) return schema
  const { description, examples, ...rest } = inner
  const about = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  }
  if (typeof inner['type'] !== 'string' || inner['type'] === 'object') {
    return { ...about, anyOf: [rest, anyOf[1]], ...outer }
  }
  const choices = isList(rest['enum']) ? { enum: [...rest['enum'], null] } : {}
  return { ...about, ...rest, type: [inner['type'], 'null'], ...choices, ...outer }
}
