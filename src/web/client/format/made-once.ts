import { locale } from './locale.ts'

const formats = new Map<string, unknown>()

/**
 * A format for the language, created on first use. This takes a slow phone a few milliseconds, and
 * 60 for the first format of all.
 */
export function madeOnce<Format>(kind: string, options: object, make: () => Format): Format {
  const key = `${locale()} ${kind} ${JSON.stringify(options)}`
  const made = (formats.get(key) as Format | undefined) ?? make() // the key names its kind
  formats.set(key, made)
  return made
}

/** Call this when the device's settings may have changed. */
export const forgetFormats = (): void => formats.clear()
