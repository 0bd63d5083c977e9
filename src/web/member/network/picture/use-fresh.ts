import { useState } from 'react'
import type { Seat } from '../queries.ts'

type Known = { shown: string; ids: ReadonlySet<string>; fresh: readonly Seat[] }

/** Seats that have come into the same window since it was opened: those of the last reading. */
export function useFresh(seats: readonly Seat[], shown: string): readonly Seat[] {
  const [known, setKnown] = useState<Known | null>(null)
  const isSame = known?.shown === shown
  const added = isSame ? seats.filter(({ id }) => !known.ids.has(id)) : []
  if (isSame && added.length === 0) return known.fresh
  // What is known follows from what is shown, so it is kept while rendering, not an instant later.
  setKnown({ shown, ids: new Set(seats.map(({ id }) => id)), fresh: added })
  return added
}
