'use no memo'

import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { noteMissing } from '../client/online.ts'

/** The props of a part that opens and closes; one that is always there has none. */
type Opening = {
  open?: boolean
  onClose?: () => void
  /** A pointer or the keys are near what opens it: the time to fetch it. */
  near?: boolean
}

/** The fallback of a part that has its own spot on the page. */
type Fallback = { waiting: ReactNode; missed: ReactNode }

/**
 * A part of the page whose code is fetched after it: when it is to be seen, or when something is
 * near that opens it. One that does not arrive leaves the page as it is: it closes again, the bar
 * above reports it and offers to reload the page, and the next opening tries once more. Browsers
 * may cache the failure until the page is reloaded.
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
        if (isHere) setPart(() => known.part)
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
