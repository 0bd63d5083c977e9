import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { windowQuery } from '../queries.ts'
import type { Seat } from '../queries.ts'

/** The positions that are likely to be clicked next: those of the board. */
const MAX_PREFETCHED = 6

const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callback, so there we wait a moment after the picture is rendered.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}

/** Prefetches what is below the visible positions while the page is idle. */
export function usePrefetch(seats: readonly Seat[], levels: number): void {
  const client = useQueryClient()
  const next = seats.filter(({ level }) => level > 0).slice(0, MAX_PREFETCHED)
  const ids = next.map(({ profile_id: profileId }) => profileId).join(' ')
  useEffect(() => {
    if (!ids) return
    return whenIdle(() => {
      for (const id of ids.split(' ')) void client.prefetchQuery(windowQuery(id, levels))
    })
  }, [client, ids, levels])
}
