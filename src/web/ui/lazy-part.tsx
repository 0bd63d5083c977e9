'use no memo'

import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { noteMissing } from '../client/online.ts'

/** The props of a part that opens and closes; one that is always there has none. */
type Opening = {
  open?: boolean
  onClose?: () => void
  /** The pointer or the focus is near its trigger, so it's time to load it. */
  near?: boolean
}

/** The fallback of a part with its own place on the page. */
type Fallback = { waiting: ReactNode; missed: ReactNode }

/**
 * A part of the page whose code loads later: when it comes into view, or when the pointer or focus
 * is near its trigger. If it fails to load, the page stays as it is. The part closes again, the
 * banner reports it and offers to reload the page, and the next opening retries. Browsers may cache
 * the failure until the page is reloaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: Fallback,
): (props: Props & Opening) => ReactNode {
  const known: { part: ComponentType<Props> | null; isMissing: boolean } = {
    part: null,
    isMissing: false,
  }
  const note = (isMissing: boolean) => {
    if (isMissing !== known.isMissing && !fallback) noteMissing(isMissing ? 1 : -1)
    known.isMissing = isMissing
  }
  return function LazyPart(props) {
    const { open = true, onClose, near } = props
    const [Part, setPart] = useState(() => known.part)
    const [missed, setMissed] = useState(false)
    const wanted = Part === null && (open ? 'now' : near && 'soon')
    const miss = useEffectEvent(() => {
      note(true)
      setMissed(true)
      onClose?.()
    })
    useEffect(() => {
      if (!wanted) return
      let isHere = true
      const fetchPart = async () => {
        known.part = await load()
        note(false)
        // At low priority, so that a part that arrives late doesn't delay input.
        if (isHere) startTransition(() => setPart(() => known.part))
      }
      fetchPart().catch(() => isHere && wanted === 'now' && miss())
      return () => {
        isHere = false
      }
    }, [wanted])
    if (Part) return <Part {...props} />
    return missed ? fallback?.missed : fallback?.waiting
  }
}
