import { useState } from 'react'

/**
 * Whether the pointer or the focus has come near a part, so it's time to preload what a click
 * opens.
 */
export function usePreloadIntent() {
  const [near, setNear] = useState(false)
  const onEnter = () => setNear(true)
  return { near, watch: { onPointerEnter: onEnter, onFocus: onEnter } }
}
