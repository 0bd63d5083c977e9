import { createStore } from './store.ts'

/** What is open of the commands: the header asks for them before their code is there. */
export const openedPalette = createStore<'palette' | 'keys' | null>(null)
