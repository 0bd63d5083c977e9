import { STATUS_CODES } from 'node:http'
import { errorGuide } from '../../contract/refusals/error-guide.ts'
import type { AnyCode } from '../../contract/refusals/refusals.ts'
import { fill } from '../../contract/texts/text.ts'
import { templates } from '../../contract/texts/texts.ts'
import { hasKey } from '../../domain/records.ts'
import { isJson, isList, type Json } from './tidy-schema.ts'

// Examples of whole requests and answers, put together from the examples of their fields.

/** An example of a schema; undefined if a field has none and can't be guessed. */
export function exampleOf(schema: unknown, named: Record<string, Json>): unknown {
  if (!isJson(schema)) return undefined
  const { examples, enum: choices, anyOf, type } = schema
  if (isList(examples)) return examples[0]
  if ('const' in schema) return schema['const']
  if (isList(choices)) return choices[0]
  if (typeof schema['$ref'] === 'string') {
    return exampleOf(named[schema['$ref'].split('/').at(-1) ?? ''], named)
  }
  if (isList(anyOf)) return exampleOf(anyOf[0], named)
  if (type === 'array') {
    const item = exampleOf(schema['items'], named)
    return item === undefined ? [] : [item]
  }
  if (type === 'object') return exampleOfFields(schema['properties'], named)
  return type === 'null' ? null : undefined
}

function exampleOfFields(properties: unknown, named: Record<string, Json>): Json {
  if (!isJson(properties)) return {}
  const fields = Object.entries(properties).map(([name, each]): [string, unknown] => [
    name,
    exampleOf(each, named),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

// Values for message templates.
const VALUES = { amount: '12.50', attempt: 2, time: '2026-03-15T09:26:53.589Z' }

/** An answer with this error, as `application/problem+json`. */
export function problemExample(code: AnyCode, status: number): Json {
  const sentence = hasKey(templates, code) ? templates[code] : errorGuide[code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: fill(sentence, VALUES),
    code,
    request_id: 'req-1a2b',
  }
}
