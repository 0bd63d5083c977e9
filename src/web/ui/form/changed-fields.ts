import { keysOf } from '../../../domain/records.ts'

// The order of a checkbox group's values means nothing.
const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

/**
 * The fields that differ from those that the form opened with. Sending the others would undo what
 * someone else has changed since.
 */
export function changedFields<T extends object>(start: T, filled: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const name of keysOf(filled)) {
    if (textOf(filled[name]) !== textOf(start[name])) changed[name] = filled[name]
  }
  return changed
}
