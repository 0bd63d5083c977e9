/**
 * Type checks for values from files. They are written by hand to keep verifiers short enough to
 * read.
 */

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isWhole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is an object with exactly these names. */
export const isExactly = <K extends string>(
  value: unknown,
  names: readonly K[],
): value is Record<K, unknown> => has(value, names) && Object.keys(value).length === names.length

/** Whether a value is an object that has at least these own names. */
export const has = <K extends string>(
  value: unknown,
  names: readonly K[],
): value is Record<K, unknown> =>
  isPlain(value) && names.every((name) => Object.hasOwn(value, name))
