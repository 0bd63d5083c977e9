import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { noAnswerText } from '../api.ts'
import { toastError } from '../ui/toast.ts'

/** Whether a pointer or the keys have come near a part: the time to fetch what a press opens. */
export function useNear() {
  const [near, setNear] = useState(false)
  const come = () => setNear(true)
  return { near, watch: { onPointerEnter: come, onFocus: come } }
}

type LateDialogProps<Loaded> = {
  /** Stands outside of the component: the same function each time. */
  load: () => Promise<Loaded>
  near: boolean
  open: boolean
  onClose: () => void
  children: (loaded: Loaded) => ReactNode
}

/**
 * The place of a dialog whose code is no part of its page: it is fetched when something is near,
 * at the latest when it is to open, and stays then. One that does not arrive is said, and asked for
 * again at the next press; browsers that keep a failed import answer so until the page is loaded
 * anew.
 */
export function LateDialog<Loaded>(props: LateDialogProps<Loaded>) {
  const { load, near, open, onClose, children } = props
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const wanted = loaded === null && (open ? 'now' : near && 'soon')
  const miss = useEffectEvent(() => {
    toastError(t`Error`, noAnswerText())
    onClose()
  })
  useEffect(() => {
    if (!wanted) return
    let isHere = true
    load().then(
      (arrived) => isHere && setLoaded(() => arrived),
      () => isHere && wanted === 'now' && miss(),
    )
    return () => {
      isHere = false
    }
  }, [wanted, load])
  return loaded === null ? null : children(loaded)
}
