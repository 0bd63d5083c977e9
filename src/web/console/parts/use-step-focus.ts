import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followFocus } from './follow-focus.ts'

/** A dialog whose button is gone leaves the focus on the body or on the page's main part. */
const isLost = ({ activeElement: own, body }: Document): boolean =>
  own === null || own === body || own.id === 'main'

/**
 * Keeps the focus in a section whose buttons are replaced once one is used. Its heading gets the
 * focus, because the next step's first button may undo this one.
 */
export function useStepFocus(): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: own } = section
    if (!own) return
    let last: Element | null = null
    const remember = ({ target }: Event) => {
      last = target instanceof Element ? target.closest('button') : null
    }
    return followFocus(own, remember, () => {
      if (!last || last.isConnected) return
      last = null
      const heading = own.querySelector('h2')
      if (!heading || !isLost(document)) return
      heading.tabIndex = -1
      heading.focus()
    })
  }, [])
  return section
}
