// The order of a checkbox group's values means nothing.
const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

/**
 * The fields with other values than when the form was opened. A request or a draft with these alone
 * doesn't bring back old values of the rest, which someone may have changed since.
 */
export function changedFields<V extends object>(fields: V, opened: V): Partial<V> {
  const changed: Partial<V> = { ...fields }
  for (const name in changed)
    if (textOf(fields[name]) === textOf(opened[name])) delete changed[name]
  return changed
}
