import { createStore, useStore } from './store.ts'

// Whether single-letter shortcuts are on. People who use speech input, or who hit keys by
// mistake, can switch them off (WCAG 2.1.4).

const KEY = 'single_keys'

function readStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const singleKeys = createStore<boolean | null>(null)

export function areSingleKeysOn(): boolean {
  if (singleKeys.get() === null) singleKeys.set(readStored())
  return singleKeys.get() === true
}

export function chooseSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  singleKeys.set(on)
}

export const useSingleKeys = (): boolean => useStore(singleKeys) ?? readStored()
