import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followFocus } from '../follow-focus.ts'

type Shown = {
  /** Whether the rows and the item replace each other. */
  narrow: boolean
  /** The open item. */
  id: string | undefined
  /** The queue; undefined while it loads. */
  waiting: object | undefined
}

const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? []),
]

function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement !== document.body) return
  const target = element ?? document.getElementById('main')
  target?.focus()
}

/**
 * On a phone, the open item replaces the rows, and the button that had the focus. The focus goes to
 * the button that leads back, and on return to the row that was left.
 */
export function useQueueFocus({ narrow, id, waiting }: Shown): {
  back: RefObject<HTMLButtonElement | null>
  list: RefObject<HTMLElement | null>
} {
  const back = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  const before = useRef<Shown>({ narrow, id, waiting: undefined })
  const left = useRef<string>(undefined)
  useEffect(() => {
    const { current: was } = before
    before.current = { narrow, id, waiting }
    // A page that loads begins at the top.
    if (!narrow || !was.narrow || !waiting || !was.waiting) return
    const rows = rowsIn(list.current)
    const own = rows.find(({ dataset }) => dataset.item === (was.id ?? left.current))
    if (id !== undefined) {
      left.current = undefined
      if (was.id === undefined) focusIfLost(back.current)
    } else if (was.id !== undefined) {
      left.current = was.id
      focusIfLost(own ?? rows[0])
    } else if (left.current !== undefined && waiting !== was.waiting) {
      // An item that is done disappears from the queue a moment after the return.
      left.current = undefined
      if (!own) focusIfLost(rows[0])
    }
  }, [narrow, id, waiting])
  return { back, list }
}

/** On a wide screen, the next item replaces one that is done, and its row gets the lost focus. */
export function useItemFocus(narrow: boolean): RefObject<HTMLDivElement | null> {
  const queue = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: own } = queue
    if (!own || narrow) return
    let last: Element | null = null
    const remember = ({ target }: Event) => {
      last = target instanceof Element && target.closest('article') ? target : null
    }
    return followFocus(own, remember, () => {
      if (!last || last.isConnected) return
      last = null
      focusIfLost(own.querySelector<HTMLElement>('[data-item][aria-current=true]'))
    })
  }, [narrow])
  return queue
}
