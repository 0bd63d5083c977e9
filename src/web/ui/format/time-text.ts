import { locale, MINUTE } from '../../client/format/locale.ts'
import { readServerNowMs } from '../../client/server-clock.ts'
import { forgetFormats, madeOnce } from '../../client/format/made-once.ts'

// The time zone may have changed while the page was in the background.
if (!import.meta.env.SSR) document.addEventListener('visibilitychange', forgetFormats)

export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  madeOnce('date', options, () => new Intl.DateTimeFormat(locale(), options))

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const

const inWords = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(options).format(new Date(iso))

export const dateTimeText = (iso: string): string => inWords(iso, MINUTE)
export const dateText = (iso: string): string => inWords(iso, DAY)
/** A day of the ledger, `2026-11-27`, which is a day in UTC. */
export const dayText = (day: string): string => inWords(day, { ...DAY, timeZone: 'UTC' })
export const timeText = (iso: string): string =>
  inWords(iso, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** The same as `dateTimeText` in UTC, the time zone of the ledger. */
export const utcText = (iso: string): string => inWords(iso, { ...MINUTE, timeZone: 'UTC' })

/** Only the time if it was today, otherwise with its date. */
export function momentText(iso: string): string {
  if (dateText(iso) !== dateText(new Date(readServerNowMs()).toISOString()))
    return dateTimeText(iso)
  return timeText(iso)
}

const STEPS = [
  { unit: 'second', ms: 1000, below: 60 },
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 14 },
] as const

const AGO = { numeric: 'auto' } as const
const agoFormat = (): Intl.RelativeTimeFormat =>
  madeOnce('ago', AGO, () => new Intl.RelativeTimeFormat(locale(), AGO))

/** How long ago, in words; the date itself when that is more than two weeks. */
export function agoText(iso: string, nowMs = readServerNowMs()): string {
  const passed = Math.max(0, nowMs - new Date(iso).getTime())
  for (const { unit, ms, below } of STEPS) {
    const count = Math.floor(passed / ms)
    if (count >= below) continue
    return agoFormat().format(-count, unit)
  }
  return dateText(iso)
}

/** Minutes and seconds, `12:05`; hours before them when there are any. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  if (hours === 0) return `${minutes}:${rest}`
  return `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}
