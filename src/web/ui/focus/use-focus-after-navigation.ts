import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * A `ref` for the part that holds the pages: it gets the focus when the next page has replaced the
 * button or link that opened it. If the focus is elsewhere, it stays there.
 */
export function useFocusAfterNavigation(): RefObject<HTMLElement | null> {
  const pages = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    // The first page starts at the top, as any page does.
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement === document.body) pages.current?.focus({ preventScroll: true })
  }, [pathname])
  return pages
}
