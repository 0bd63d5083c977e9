import { useSearchParams } from 'react-router'
import { activityTypes } from './activity-types.ts'
import type { ActivityType, ActivityInput } from './queries.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day's midnight in the member's time zone, which the list's days are in too. */
function midnightOf(day: string, daysLater = 0): Date {
  const midnight = new Date(`${day}T00:00`)
  midnight.setDate(midnight.getDate() + daysLater)
  return midnight
}

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(midnightOf(text).getTime())

export type ActivityFilter = {
  type: ActivityType | ''
  from: string
  to: string
  page: number
  isFiltered: boolean
  /** The filter in the call's form, without the page. */
  query: ActivityInput
  change: (name: 'type' | 'from' | 'to', value: string) => void
  goTo: (page: number) => void
  clear: () => void
}

/** The filter and the page from the URL, without unknown values. */
export function useActivityFilter(): ActivityFilter {
  const [search, setSearch] = useSearchParams()
  const typed = search.get('type') ?? ''
  const type = activityTypes.find(({ type: known }) => known === typed)?.type ?? ''
  const dayOf = (name: string) => {
    const day = search.get(name) ?? ''
    return isDay(day) ? day : ''
  }
  const [from, to] = [dayOf('from'), dayOf('to')]
  const asked = search.get('page') ?? ''
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const set = (changes: Record<string, string>) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { preventScrollReset: true },
    )
  }
  return {
    type,
    from,
    to,
    page,
    isFiltered: type !== '' || from !== '' || to !== '',
    query: {
      ...(type && { type }),
      ...(from && { from: midnightOf(from).toISOString() }),
      ...(to && { to: midnightOf(to, 1).toISOString() }),
    },
    change: (name, value) => set({ [name]: value, page: '' }),
    goTo: (next) => set({ page: next > 1 ? String(next) : '' }),
    clear: () => set({ type: '', from: '', to: '', page: '' }),
  }
}
