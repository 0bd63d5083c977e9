import { t } from '@lingui/core/macro'

export type Period = { from: string; to: string }

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) =>
  dayOf(new Date(Date.UTC(year, month, day)))

/** The most common periods, in UTC like statements, including the last day. */
export function usualPeriods(now: Date): { name: string; period: Period }[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = dayOf(now)
  return [
    { name: t`This month`, period: { from: utc(year, month, 1), to: today } },
    { name: t`Last month`, period: { from: utc(year, month - 1, 1), to: utc(year, month, 0) } },
    { name: t`This year`, period: { from: utc(year, 0, 1), to: today } },
    { name: t`Last year`, period: { from: utc(year - 1, 0, 1), to: utc(year - 1, 11, 31) } },
  ]
}

/** Whether a period is valid: two dates, the first not after the last. */
export function isPeriod({ from, to }: Period): boolean {
  const day = /^20\d\d-\d\d-\d\d$/
  return day.test(from) && day.test(to) && from <= to
}
