import { useSearchParams } from 'react-router'

const PARAM = 'deposit'
/** Stands in the URL where no request has been made yet. */
export const NEW_DEPOSIT = 'new'

/**
 * The deposit dialog's place in the URL, so that it can be left and come back to. In the history
 * it is one entry from its opening on: Back closes it, and does not open again what was closed.
 */
export function useDepositDialog() {
  const [search, setSearch] = useSearchParams()
  const shown = search.get(PARAM)
  const show = (value: string | null) => {
    // A press on a link closes the dialog too: that must not call the link's page off again.
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
