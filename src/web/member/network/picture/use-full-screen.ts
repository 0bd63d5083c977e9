import { useMedia } from '../../../client/use-media.ts'

export type FullScreen = { isOn: boolean; toggle: () => void }

/** The whole page on the whole screen, so that dialogs stay visible; the picture covers it. */
export function useFullScreen(): FullScreen {
  const isOn = useMedia('(display-mode: fullscreen)')
  const change = () =>
    isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // A browser that refuses shows the picture as before.
  return { isOn, toggle: () => void change().catch(() => null) }
}
