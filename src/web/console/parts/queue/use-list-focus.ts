import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followFocus } from '../follow-focus.ts'

/** What gets the focus once an item is gone: the next one's first button, or the heading. */
function findHeir(section: HTMLElement, place: number): HTMLElement | null {
  const items = [...section.querySelectorAll('li')]
  const heir = (items[place] ?? items.at(-1))?.querySelector<HTMLElement>('button, a')
  if (heir) return heir
  const heading = section.querySelector('h2')
  if (heading) heading.tabIndex = -1
  return heading
}

/** Keeps the focus in a list whose items disappear once an operator has decided on them. */
export function useListFocus(): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: own } = section
    if (!own) return
    let last: { item: Element; place: number } | null = null
    const remember = ({ target }: Event) => {
      const item = target instanceof Element ? target.closest('li') : null
      if (item && own.contains(item)) {
        last = { item, place: [...own.querySelectorAll('li')].indexOf(item) }
      }
    }
    return followFocus(own, remember, () => {
      if (!last || last.item.isConnected) return
      const { place } = last
      last = null
      if (document.activeElement === document.body) findHeir(own, place)?.focus()
    })
  }, [])
  return section
}
