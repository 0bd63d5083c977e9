import { useRef } from 'react'
import type { RefObject } from 'react'
import { useIdle } from '../../client/use-idle.ts'
import { useInView } from '../../client/use-in-view.ts'

type Start = [place: RefObject<HTMLDivElement | null>, isStarted: boolean]

/** Whether a section has been in view or is wanted, or may load by now. */
export function useStart(delayMs: number, isWanted: boolean): Start {
  const place = useRef<HTMLDivElement>(null)
  const isInView = useInView(place)
  const isIdle = useIdle(delayMs)
  return [place, isWanted || isInView || isIdle]
}
