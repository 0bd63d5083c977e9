'use no memo'

import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  /** The initial value in prerendered pages. */
  getInitial: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

/** A value outside of React that components can subscribe to. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    getInitial: () => initial,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store, kept up to date. */
export const useStore = <T>({ subscribe, get, getInitial }: Store<T>): T =>
  useSyncExternalStore(subscribe, get, getInitial)
