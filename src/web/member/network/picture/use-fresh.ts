import { useState } from 'react'
import type { Seat } from '../queries.ts'

type Known = { shown: string; ids: ReadonlySet<string>; fresh: readonly Seat[] }

/** Seats added to the same window since it was opened, as of the last reading. */
export function useFresh(seats: readonly Seat[], shown: string): readonly Seat[] {
  const [known, setKnown] = useState<Known | null>(null)
  const isSame = known?.shown === shown
  const added = isSame ? seats.filter(({ id }) => !known.ids.has(id)) : []
  if (isSame && added.length === 0) return known.fresh
  // What we know follows from what is shown, so we update it while rendering.
  setKnown({ shown, ids: new Set(seats.map(({ id }) => id)), fresh: added })
  return added
}
