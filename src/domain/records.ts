// Records with known keys. TypeScript's own functions type the keys as plain strings.

export const hasKey = <K extends string>(
  record: { readonly [P in K]?: unknown },
  key: string,
): key is K => Object.hasOwn(record, key)

/** The value of a key. Undefined for one that isn't in the record, as from a newer server. */
export const valueOf = <K extends string, V>(
  record: { readonly [P in K]: V },
  key: string,
): V | undefined => (hasKey(record, key) ? record[key] : undefined)

export const keysOf = <K extends string>(record: { readonly [P in K]?: unknown }): K[] =>
  Object.keys(record).filter((key) => hasKey(record, key))

/** The keys with their values, without those that are undefined. */
export const entriesOf = <K extends string, V>(record: { readonly [P in K]?: V }): [K, V][] =>
  keysOf(record).flatMap((key): [K, V][] => {
    const value = record[key]
    return value === undefined ? [] : [[key, value]]
  })

/** A record with a value for each of the keys. */
export const recordOf = <K extends string, V>(
  keys: readonly K[],
  valueOf: (key: K, index: number) => V,
): Record<K, V> =>
  // `fromEntries` loses the type of the keys.
  Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<K, V>
