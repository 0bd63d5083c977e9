import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** A table keeps so many columns, however narrow its frame is. */
const LEAST = 2

/**
 * How many of the columns fit side by side. The last ones collapse while the table is wider than
 * its frame, and return when the frame grows. Attach the ref directly to the frame.
 */
export function useFitting(columns: number) {
  const [dropped, setDropped] = useState(0)
  const frame = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      let widthPx = element.clientWidth
      const isTooNarrow = () => element.scrollWidth > element.clientWidth
      // All at once, before the browser paints. Otherwise, the rows would move once per column.
      const fit = () => {
        if (element.clientWidth > widthPx) flushSync(() => setDropped(0))
        for (let more = columns - LEAST; more > 0 && isTooNarrow(); more--) {
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
