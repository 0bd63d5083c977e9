import { useEffect, useState } from 'react'

export type FullScreen = { isOn: boolean; toggle: () => void }

/** Puts the whole page into full screen, so that dialogs stay visible. The picture covers it. */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const change = () =>
    isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // If the browser refuses, the picture stays as before.
  return { isOn, toggle: () => void change().catch(() => null) }
}
