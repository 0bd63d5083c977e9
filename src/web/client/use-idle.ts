import { useEffect, useState } from 'react'

/** Long enough for a page on a slow network to request everything that it shows. */
const SETTLED_MS = 2500

/**
 * True once the page has been idle for a while, which is the time to preload what a click may open.
 */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(() => setIdle(true))
    const timer = setTimeout(whenIdle, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
