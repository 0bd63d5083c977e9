'use no memo'

import { useStore, type Store } from '../../client/store.ts'
import { LoadingBar } from '../../ui/lazy-dialog.tsx'

type Router = {
  state: { navigation: { state: string } }
  subscribe: (listener: () => void) => () => void
}

// The router's own hook would add to the code that all visitors load.
const router = () => Reflect.get(window, '__reactRouterDataRouter') as Router // set before any page

const loading: Store<boolean> = {
  get: () => router().state.navigation.state === 'loading',
  getInitial: () => false,
  set: () => undefined,
  subscribe: (listener) => router().subscribe(listener),
}

/** While the next page's code loads, the current page stays. */
export const NextPage = () => useStore(loading) && <LoadingBar />
