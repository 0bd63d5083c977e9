import { locale } from '../../../client/format/locale.ts'
import { DAY_MS } from '../../../../domain/time/time.ts'

/** One series of values for the chart's labels; null where unknown. */
export type Series = { name: string; color: string; values: (number | null)[] }

/** Converts a decimal string for drawing. We never book this number. */
export const numberOf = (decimal: string): number => Number(decimal)

const day = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day in UTC, which the company uses. */
export const dayText = (iso: string): string => day.format(new Date(iso))

const localDay = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric' })
const minute = new Intl.DateTimeFormat(locale(), {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Times as labels below a line: times of day within one day, otherwise dates. */
export function momentMarks(moments: readonly string[]): string[] {
  const times = moments.map((iso) => new Date(iso).getTime())
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const format = span < DAY_MS ? minute : localDay
  return times.map((time) => format.format(time))
}

/** Which of the labels to show, counted from the newest. None repeats the last one. */
export function labelIndexes(labels: readonly string[], most: number): number[] {
  const every = Math.max(1, Math.ceil(labels.length / most))
  const indexes = labels
    .map((_, index) => index)
    .filter((p) => (labels.length - 1 - p) % every === 0)
  return indexes.filter((index, i) => labels[index] !== labels[indexes[i - 1] ?? -1])
}

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * The grid lines of a scale from `least` to `most`: round values, at most six. Counts (`whole`)
 * have no halves.
 */
export function ticksOf(least: number, most: number, whole: boolean): number[] {
  const span = Math.max(most - least, 1)
  const raw = span / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const round = power * (STEPS.find((factor) => factor * power >= raw) ?? 10)
  const step = whole ? Math.max(1, Math.ceil(round)) : round
  const first = Math.floor(least / step) * step
  const count = Math.ceil((most - first) / step) + 1
  return Array.from({ length: Math.max(count, 2) }, (_, index) => first + index * step)
}

const compact = new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 2 })
const plain = new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 })

export const shortNumber = (value: number): string => compact.format(value)
export const fullNumber = (value: number | null): string =>
  value === null ? '–' : plain.format(value)
