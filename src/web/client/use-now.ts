import { useEffect, useState } from 'react'
import { readServerNowMs } from './server-clock.ts'

/** The server's clock in milliseconds, read again at this pace while the component is mounted. */
export function useNow(everyMs = 1000): number {
  const [nowMs, setNowMs] = useState(readServerNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(readServerNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
