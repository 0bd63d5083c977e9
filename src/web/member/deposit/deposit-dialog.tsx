import { useSearchParams } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositStatus } from './deposit-status.tsx'

const PARAM = 'deposit'
const NEW = 'new'

/** The deposit dialog's place in the URL, so that it can be left and come back to. */
export function useDepositDialog() {
  const [search, setSearch] = useSearchParams()
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
      { preventScrollReset: true },
    )
  }
  return {
    shown: search.get(PARAM),
    open: () => show(NEW),
    openRequest: (requestId: string) => show(requestId),
    close: () => show(null),
  }
}

export function DepositDialog() {
  const { shown, open, openRequest, close } = useDepositDialog()
  return (
    <Dialog
      open={shown !== null}
      onClose={close}
      title="Deposit Funds"
      description={
        shown === NEW || shown === null
          ? 'Pay from your own wallet. The minimum is $2; your balance updates after network confirmation.'
          : 'You may close this and come back: the transfer is found without you.'
      }
      wide
    >
      {shown === NEW && <DepositForm onRequested={openRequest} />}
      {shown !== null && shown !== NEW && <DepositStatus requestId={shown} onNew={open} />}
    </Dialog>
  )
}
