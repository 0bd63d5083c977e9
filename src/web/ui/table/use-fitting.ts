import { useCallback, useState } from 'react'

/**
 * How many of so many columns fit side by side: the last ones give way while the table is wider
 * than its frame, and come back when the frame grows. Both refs go onto elements as they are.
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
    // The table's own growth, by longer rows, makes its frame overflow without resizing it.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { frame, fitting: Math.max(2, columns - dropped) }
}
