import { useState } from 'react'

/** Whether a pointer or the keys have come near a part: the time to fetch what a press opens. */
export function usePreloadIntent() {
  const [near, setNear] = useState(false)
  const onEnter = () => setNear(true)
  return { near, watch: { onPointerEnter: onEnter, onFocus: onEnter } }
}
