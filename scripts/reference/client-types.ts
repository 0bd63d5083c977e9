import openapiTS, { astToString } from 'openapi-typescript'
import { z } from 'zod'
import { errorsOf } from '../../src/contract/call-errors.ts'
import { api } from '../../src/contract/routes.ts'
import { keysOf } from '../../src/domain/records.ts'

// The parts of the contract that the client package uses.

const WRITTEN = '// Written by `npm run openapi`.\n\n'

/** Keywords that don't affect the type. Several patterns for one text are an `allOf`. */
const WITHOUT_TYPE = new Set(['example', 'examples', 'headers', 'allOf'])

const Operation = z.looseObject({ responses: z.record(z.string(), z.unknown()) })
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({}),
})

/** The OpenAPI document as types, with successful answers only. Errors are in calls.ts. */
export async function describeOperations(document: object): Promise<string> {
  const { paths, components, ...rest } = Document.parse(document)
  for (const operation of Object.values(paths).flatMap(Object.values<z.infer<typeof Operation>>)) {
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
    )
  }
  const { responses: _errors, examples: _examples, ...kept } = components
  const text = JSON.stringify({ ...rest, paths, components: kept }, (key, value: unknown) =>
    WITHOUT_TYPE.has(key) ? undefined : value,
  )
  const types = astToString(await openapiTS(text))
  // The client finds calls by name, so it needs no paths and no empty objects.
  const named = types.slice(types.indexOf('export interface components'))
  return `${WRITTEN}${named.replace(/^ +(?:query|header|path|cookie)\?: never;\n/gm, '')}`
}

/** Method, path, and whether it moves money, of each call; and the codes of its errors. */
export function describeClientCalls(): string {
  const names = keysOf(api)
  const calls = names.map((name) => {
    const { method, path, money } = api[name]
    return `  ${name}: ['${method}', '${path}', ${money}],`
  })
  const errors = names.map((name) => {
    return `  ${name}:\n${errorsOf(name)
      .map((code) => `    | '${code}'`)
      .join('\n')}`
  })
  return `${WRITTEN}export const calls = {
${calls.join('\n')}
} as const

export type CallErrors = {
${errors.join('\n')}
}
`
}
