'use no memo'

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { keepHeight } from './spot-memory.ts'

type SpotProps = {
  /** Names the part among all parts of all pages. */
  name: string
  /** Whether the children only stand in for the content. */
  waiting: boolean
  className?: string
  children: ReactNode
}

/** A part of a page that waits for its content at the height that it had the last time. */
export function Spot({ name, waiting, className, children }: SpotProps) {
  const spot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (waiting || !spot.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) keepHeight(name, Math.round(entry.contentRect.height))
    })
    observer.observe(spot.current)
    return () => observer.disconnect()
  }, [name, waiting])
  return (
    <div
      ref={spot}
      className={className}
      style={waiting ? { height: `var(--spot-${name})`, overflow: 'clip' } : undefined}
    >
      {children}
    </div>
  )
}
