import { useSearchParams } from 'react-router'

const PARAM = 'withdraw'

/** The withdrawal dialog's place in the URL, so that it can be opened from anywhere. */
export function useWithdrawDialog() {
  const [search, setSearch] = useSearchParams()
  const show = (shown: boolean) => {
    // A click on a link also closes the dialog, which must not cancel the navigation.
    if (!shown && !new URLSearchParams(window.location.search).has(PARAM)) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (shown) next.set(PARAM, 'new')
        else next.delete(PARAM)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  }
  return { shown: search.has(PARAM), open: () => show(true), close: () => show(false) }
}
