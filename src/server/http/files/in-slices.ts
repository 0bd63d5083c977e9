import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'

/** How long we work before other requests get their turn. */
const SLICE_MS = 4

/** Maps many items in slices, so that the process can answer other requests in between. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T) => R,
): Promise<readonly R[]> {
  const mapped: R[] = []
  let startedAt = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - startedAt < SLICE_MS) continue
    await nextTurn()
    startedAt = performance.now()
  }
  return mapped
}

/** An answer with long lists as JSON, with the fields of the contract in their order. */
export async function jsonInSlices(schema: z.ZodObject, answer: object): Promise<string> {
  const given = new Map<string, unknown>(Object.entries(answer))
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const fields: string[] = []
  for (const [name, field] of Object.entries(shape)) {
    const value = given.get(name)
    const text =
      field instanceof z.ZodArray && Array.isArray(value)
        ? `[${(await mapInSlices(value, (item) => jsonOf(field.element, item))).join(',')}]`
        : jsonOf(field, value)
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

/** Undefined for a field that is missing. */
const jsonOf = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  JSON.stringify(z.parse(schema, value))
