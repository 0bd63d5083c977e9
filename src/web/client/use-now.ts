import { useEffect, useState } from 'react'
import { readServerNowMs, subscribeToClock } from './server-clock.ts'

/**
 * The server's clock in milliseconds, read again at this pace while the component is mounted, and
 * when we learn that the device's clock is wrong.
 */
export function useNow(everyMs = 1000): number {
  const [nowMs, setNowMs] = useState(readServerNowMs)
  useEffect(() => {
    const update = () => setNowMs(readServerNowMs())
    const unsubscribe = subscribeToClock(update)
    const timer = setInterval(update, everyMs)
    return () => {
      unsubscribe()
      clearInterval(timer)
    }
  }, [everyMs])
  return nowMs
}
