import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followFocus } from '../parts/follow-focus.ts'

/** Marks a row's button, so that the focus finds the next one of its kind. */
export const rowButton = (deed: string, row: number) => ({ 'data-deed': deed, 'data-row': row })

const rowNo = ({ dataset }: HTMLElement): number => Number(dataset.row)

/** What gets the focus instead of a button that is gone: the same one of the next row, if any. */
function findHeir(card: HTMLElement, gone: HTMLElement): HTMLElement | null {
  const buttons = [...card.querySelectorAll<HTMLElement>('[data-deed]')]
  const same = buttons.filter(({ dataset }) => dataset.deed === gone.dataset.deed)
  const heir = same.find((each) => rowNo(each) >= rowNo(gone)) ?? same.at(-1) ?? buttons[0]
  if (heir) return heir
  const heading = card.querySelector('h2')
  if (heading) heading.tabIndex = -1
  return heading
}

/**
 * Keeps the focus on a card whose rows and buttons disappear once they are used.
 * @returns the card's ref, and what returns the focus after a dialog
 */
export function useRowFocus(): { card: RefObject<HTMLDivElement | null>; returnFocus: () => void } {
  const card = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(null)
  const returnFocus = () => {
    const { current: own } = last
    if (!card.current || !own) return
    const target = own.isConnected ? own : findHeir(card.current, own)
    target?.focus()
  }
  useEffect(() => {
    const { current: own } = card
    if (!own) return
    const remember = ({ target }: Event) => {
      last.current = target instanceof Element ? target.closest('button') : null
    }
    return followFocus(own, remember, () => {
      const { current: gone } = last
      if (!gone || gone.isConnected || document.activeElement !== document.body) return
      findHeir(own, gone)?.focus()
    })
  }, [])
  return { card, returnFocus }
}
