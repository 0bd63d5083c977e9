import { useEffect, useState } from 'react'

/** Long enough for a page on a slow network to ask for all that it shows. */
const SETTLED_MS = 2500

/** True once the page has long had nothing else to do: the time to fetch what a press may open. */
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
