'use no memo'

import { use } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/**
 * Pages are prerendered for their bare path, so they hydrate with that. Everything else in the
 * address and the visit (a referral code, a filter, an email address) follows right after.
 */
export function AsWritten({ children }: { children: ReactNode }) {
  const isAwake = useHydrated()
  const here = use(LocationContext)
  const location = { ...here.location, search: '', hash: '', state: null }
  return (
    <LocationContext value={isAwake ? here : { ...here, location }}>{children}</LocationContext>
  )
}
