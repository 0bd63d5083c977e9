import { useEffect, useState } from 'react'
import { readServerNowMs } from '../../client/server-clock.ts'

const keyOf = (userId: string) => `activity_seen_${userId}`

function read(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

function keep(userId: string, at: string): void {
  try {
    localStorage.setItem(keyOf(userId), at)
  } catch {
    // Without storage, nothing is marked as new.
  }
}

export type Seen = {
  /** Whether something happened since the member last saw all activity on this device. */
  isNew: (at: string) => boolean
  /** Marks everything up to now as seen, for the next visit. */
  markSeen: (at: string) => void
}

/**
 * The activity that is new to the member on this device. What was new when the page opened stays
 * marked while it is open. On a device without a record, nothing counts as new.
 */
export function useSeen(userId: string): Seen {
  const [before] = useState(() => read(userId))
  useEffect(() => {
    if (before === null) keep(userId, new Date(readServerNowMs()).toISOString())
  }, [userId, before])
  return {
    isNew: (at) => before !== null && at > before,
    markSeen: (at) => {
      if (at > (read(userId) ?? '')) keep(userId, at)
    },
  }
}
