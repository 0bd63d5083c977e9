import { useCallback, useState } from 'react'

/**
 * How many of the columns fit side by side. The last ones collapse while the table is wider than
 * its frame, and return when the frame grows. Attach both refs directly to elements.
 */
export function useFitting(columns: number) {
  const [dropped, setDropped] = useState(0)
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let widthPx = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > widthPx) setDropped(0)
      else if (element.scrollWidth > element.clientWidth) setDropped((count) => count + 1)
      widthPx = element.clientWidth
    })
    observer.observe(element)
    // If the table itself grows with longer rows, its frame overflows without a resize.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { frame, fitting: Math.max(2, columns - dropped) }
}
