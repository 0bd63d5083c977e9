'use no memo'

import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../client/store.ts'

const places = createStore<readonly HTMLElement[]>([])

/** Where the topmost open dialog wants its messages; undefined without a dialog. */
export const useMessagePlace = (): HTMLElement | undefined => useStore(places).at(-1)

/**
 * Where messages go while a dialog is open: above it, or beside it where the screen is wide. Each
 * dialog leaves that room, so a message never covers what one reads or presses.
 */
export function MessagePlace({ open }: { open: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!open || !element) return
    places.set([...places.get(), element])
    return () => places.set(places.get().filter((other) => other !== element))
  }, [open])
  return (
    <div
      ref={place}
      className={
        'absolute inset-x-2 bottom-full mb-2 sm:inset-x-0 sm:mx-auto sm:w-92 ' +
        'xl:start-full xl:end-auto xl:top-0 xl:bottom-auto xl:ms-4 xl:me-0 xl:w-62'
      }
    />
  )
}
