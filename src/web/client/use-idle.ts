import { useEffect, useState } from 'react'

/** Long enough for a page on a slow network to request everything that it shows. */
const SETTLED_MS = 2500

/**
 * True once the page has been idle for a while, which is the time to preload what a click may open.
 * @param delayMs longer for what may come later, so that a slow device has pauses between them
 */
export function useIdle(delayMs = SETTLED_MS): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(() => setIdle(true))
    const timer = setTimeout(whenIdle, delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isIdle
}
