import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * The width of an element in CSS pixels, kept up to date. It's measured before the first paint, so
 * that dependent elements have their height right away.
 */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- nothing else knows it before the paint
    if (element.current) setWidth(Math.floor(element.current.getBoundingClientRect().width))
  }, [element])
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
