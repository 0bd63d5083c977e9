import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page is prerendered and while it hydrates, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
