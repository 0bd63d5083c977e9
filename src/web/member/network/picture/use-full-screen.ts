import { useEffect, useState } from 'react'

export type FullScreen = { isOn: boolean; toggle: () => void }

/** The whole page on the whole screen, so that dialogs stay visible; the picture covers it. */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const change = () =>
    isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // A browser that refuses shows the picture as before.
  return { isOn, toggle: () => void change().catch(() => null) }
}
