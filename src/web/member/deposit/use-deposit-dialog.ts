import { useSearchParams } from 'react-router'

const PARAM = 'deposit'
/** Used in the URL while there is no request yet. */
export const NEW_DEPOSIT = 'new'

/**
 * The deposit dialog's place in the URL, so that members can leave and come back. In the history it
 * is one entry from its opening on: Back closes it, and doesn't reopen a closed one.
 */
export function useDepositDialog() {
  const [search, setSearch] = useSearchParams()
  const shown = search.get(PARAM)
  const show = (value: string | null) => {
    // A click on a link also closes the dialog, which must not cancel the navigation.
    if (value === null && !new URLSearchParams(window.location.search).has(PARAM)) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(PARAM)
        else next.set(PARAM, value)
        return next
      },
      { preventScrollReset: true, replace: shown !== null },
    )
  }
  return {
    shown,
    open: () => show(NEW_DEPOSIT),
    openRequest: (requestId: string) => show(requestId),
    close: () => show(null),
  }
}
