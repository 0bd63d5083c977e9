import { useRef } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'

/**
 * The keyboard of a search field with a result list: arrows move through the entries, which are
 * marked `data-found`, and Escape or leaving the field closes them. A dialog spreads only `keys`:
 * hiding an on-screen keyboard leaves the field too, and the results must stay.
 */
export function useFoundList<E extends HTMLElement>(close: () => void) {
  const box = useRef<E>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-found]') ?? [])]
    const at = items.findIndex((item) => item === event.target)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    if (step === undefined || items.length < 2) return
    event.preventDefault()
    items[at + step]?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) close()
  }
  const keys = { onKeyDown }
  return { box, keys, watch: { ...keys, onBlur } }
}
