'use no memo'

import { use } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'

/**
 * Pages were written for their bare path, so that is what they are woken up with. What the address
 * and the visit carry besides (a referral code, a filter, an email address) comes right after.
 */
export function AsWritten({ children }: { children: ReactNode }) {
  const isAwake = useHydrated()
  const here = use(LocationContext)
  const location = { ...here.location, search: '', hash: '', state: null }
  return (
    <LocationContext value={isAwake ? here : { ...here, location }}>{children}</LocationContext>
  )
}
