import { useSyncExternalStore } from 'react'

// Whether keys without Ctrl or ⌘ do something. Who speaks to the device, or strikes keys by
// mistake, can switch them off (WCAG 2.1.4).

const KEY = 'single_keys'
let remembered: boolean | null = null
const listeners = new Set<() => void>()

export function areSingleKeysOn(): boolean {
  if (remembered !== null) return remembered
  try {
    remembered = localStorage.getItem(KEY) !== 'off'
  } catch {
    remembered = true
  }
  return remembered
}

export function chooseSingleKeys(on: boolean): void {
  remembered = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // A closed storage costs the memory of the choice, not the choice.
  }
  for (const listener of listeners) listener()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areSingleKeysOn)
}
