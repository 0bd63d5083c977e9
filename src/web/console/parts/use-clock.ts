import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The time in milliseconds, read again every half minute. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
