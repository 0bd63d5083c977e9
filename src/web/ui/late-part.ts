import { lazy, useEffect, useEffectEvent } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { noteReachable } from '../reachable.ts'

/** Where a part did not come: the bar above says so, and a dialog is closed again. */
function Missed(props: object): null {
  const { open, onClose } = props as { open?: boolean; onClose?: () => void }
  const say = useEffectEvent(() => {
    noteReachable(false)
    onClose?.()
  })
  useEffect(() => {
    if (open !== false) say()
  }, [open])
  return null
}

/**
 * A part of the page whose code comes after it. One that does not arrive leaves its place to
 * `otherwise`, and must not take the page with it. Browsers keep the failure until the page is
 * loaded anew.
 */
export const latePart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props> = Missed,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => otherwise) }))
