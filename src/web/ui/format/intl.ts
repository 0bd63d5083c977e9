import { locale } from '../../client/locale.ts'

// Making a format takes a slow phone some milliseconds, and the first one 60, so each is made once.
const formats = new Map<string, unknown>()

// The time zone may have changed while the page was in the background.
if (!import.meta.env.SSR) document.addEventListener('visibilitychange', () => formats.clear())

function once<Format>(kind: string, options: object, make: () => Format): Format {
  const key = `${locale()} ${kind} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known as Format // the key names its kind
  const made = make()
  formats.set(key, made)
  return made
}

export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once('number', options, () => new Intl.NumberFormat(locale(), options))

export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once('date', options, () => new Intl.DateTimeFormat(locale(), options))

export const agoFormat = (options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  once('ago', options, () => new Intl.RelativeTimeFormat(locale(), options))
