import { createStore } from './store.ts'

/** Whether the palette is open. The header requests it before its code has loaded. */
export const openedPalette = createStore<'palette' | 'keys' | null>(null)
