import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A table keeps so many columns, however narrow its frame is. */
const LEAST = 2

const isTooNarrow = (element: HTMLElement) => element.scrollWidth > element.clientWidth

/** A column that moves takes its buttons along, and the focus would be lost. */
const isInUse = (element: HTMLElement): boolean =>
  element.contains(document.activeElement) ||
  document.activeElement?.closest('[role=dialog]') !== null

/**
 * How many of the columns fit side by side. The last ones collapse while the table is wider than
 * its frame, and return when the frame grows or other rows need less room. Attach the ref directly
 * to the frame.
 */
export function useFitting(columns: number, rows: readonly unknown[]) {
  const [dropped, setDropped] = useState(0)
  const attached = useRef<HTMLElement>(null)
  const fitted = useRef(rows)
  // A new table collapses before the browser lays it out for the first time. A resize observer only
  // responds afterward, which counts as a layout shift, even if nothing was painted.
  useLayoutEffect(() => {
    const element = attached.current
    if (!element) return
    const areOthers = rows !== fitted.current
    fitted.current = rows
    if (areOthers && dropped > 0 && !isInUse(element)) setDropped(0)
    else if (dropped < columns - LEAST && isTooNarrow(element)) setDropped(dropped + 1)
  }, [columns, dropped, rows])
  const frame = useCallback(
    (element: HTMLElement | null) => {
      attached.current = element
      if (!element) return undefined
      let widthPx = element.clientWidth
      // All at once, before the browser paints. Otherwise, the rows would move once per column.
      const fit = () => {
        if (element.clientWidth > widthPx) flushSync(() => setDropped(0))
        for (let more = columns - LEAST; more > 0 && isTooNarrow(element); more--) {
          flushSync(() => setDropped((count) => count + 1))
        }
        widthPx = element.clientWidth
      }
      const observer = new ResizeObserver(fit)
      observer.observe(element)
      // If the table itself grows with longer rows, its frame overflows without a resize.
      if (element.firstElementChild) observer.observe(element.firstElementChild)
      return () => observer.disconnect()
    },
    [columns],
  )
  return { frame, fitting: Math.max(LEAST, columns - dropped) }
}
