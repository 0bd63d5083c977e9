// Figures as the public pages show them, in each language.

import { localeOf, type Language } from '../../contract/fields/languages.ts'
import { largestUnit } from '../../domain/time/time.ts'

/** A count, with its thousands grouped. */
export const wholeText = (count: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language)).format(count)

/** A decimal string of dollars, as the API writes it. Intl takes it without rounding. */
export function usdText(decimal: string, language: Language): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  const exact = decimal as `${number}` // the contract's pattern of amounts
  return format.format(exact).replace('-', '−')
}

/** A share in whole percent. A few never appear as 0%, and not quite all never as 100%. */
export function percent(part: number, of: number, language: Language): string {
  const exact = of === 0 ? 0 : (100 * part) / of
  const rounded = Math.round(exact)
  const shown = part > 0 && rounded === 0 ? 1 : part < of && rounded === 100 ? 99 : rounded
  return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(shown / 100)
}

/** A day (YYYY-MM-DD) in words. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A moment in words, in UTC, to the second. */
export const timeText = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'long',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(at)

/** A length of time in its largest unit. */
export function lengthText(seconds: number, language: Language): string {
  const [unit, length] = largestUnit(seconds)
  const count = Math.round(seconds / length)
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count)
}
