'use no memo'

import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { keepHeight, keptHeight } from './spot-memory.ts'

type SpotProps = {
  /** Identifies the part among all parts of all pages. */
  name: string
  /** Whether the children are only a placeholder. */
  waiting: boolean
  className?: string
  children: ReactNode
}

/** A part of a page that waits for its content at its previous height. */
export function Spot({ name, waiting, className, children }: SpotProps) {
  const spot = useRef<HTMLDivElement>(null)
  // On its own element: a change at the root would restyle the whole page.
  useLayoutEffect(() => {
    const height = keptHeight(name)
    if (height !== undefined) spot.current?.style.setProperty(`--spot-${name}`, `${height}px`)
  }, [name])
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
