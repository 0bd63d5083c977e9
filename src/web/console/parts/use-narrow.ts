import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 47.99rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the screen is too narrow for a table: then rows are cards. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
