import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page is written at build time and while it wakes up; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
