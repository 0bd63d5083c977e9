import { useEffect, useSyncExternalStore } from 'react'

const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const OPEN_DIALOG = '[role=dialog], [role=alertdialog]'
const OFF = 'console-keys-off'
const listeners = new Set<() => void>()

/** Whether a key press belongs to a field, a dialog or the browser, and not to our shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest(FIELDS)) || document.querySelector(OPEN_DIALOG) !== null
}

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true
  }
}

/** Switches the single-letter keys off, for those whose speech or habits type letters. */
export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // A closed storage leaves the keys as they are.
  }
  for (const listener of listeners) listener()
}

export const useKeysOn = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areKeysOn)

/** Single keys that do something on this page, while nobody types and no dialog is open. */
export function useKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
      if (!action || isTyping(event) || !areKeysOn()) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [actions])
}
