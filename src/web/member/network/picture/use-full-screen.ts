import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export type FullScreen = { isOn: boolean; toggle: () => void }

/**
 * Makes everything beside an element inert. Dialogs and toasts stay usable: they are in the body.
 * @returns ends that
 */
function hideBeside(element: Element | null): () => void {
  const hidden: Element[] = []
  for (
    let at = element, up = at?.parentElement;
    up && up !== document.body;
    up = up.parentElement
  ) {
    for (const each of up.children) if (each !== at) hidden.push(each)
    at = up
  }
  for (const each of hidden) each.setAttribute('inert', '')
  return () => {
    for (const each of hidden) each.removeAttribute('inert')
  }
}

/**
 * Puts the whole page into full screen, so that dialogs stay visible. The picture covers it.
 * @param frame the picture
 */
export function useFullScreen(frame: RefObject<Element | null>): FullScreen {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  useEffect(() => (isOn ? hideBeside(frame.current) : undefined), [isOn, frame])
  const change = () =>
    isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // If the browser refuses, the picture stays as before.
  return { isOn, toggle: () => void change().catch(() => null) }
}
