import { useLayoutEffect } from 'react'
import { areSingleKeysOn } from '../../client/single-keys.ts'

const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const OPEN_DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether a key press belongs to a field, a dialog or the browser instead of our shortcuts. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest(FIELDS)) || document.querySelector(OPEN_DIALOG) !== null
}

/**
 * Single-key shortcuts of a page, while no one is typing and no dialog is open. They work as soon
 * as the page shows their targets.
 */
export function useKeys(actions: Record<string, () => void>): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
      if (!action || isTyping(event) || !areSingleKeysOn()) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [actions])
}
