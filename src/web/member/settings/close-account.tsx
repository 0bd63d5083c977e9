import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosingDialog } from './closing-dialog.tsx'

/** Closes the account. The emailed link leads back here, with its token in the address. */
export function CloseAccount() {
  const [search, setSearch] = useSearchParams()
  const token = search.get('close')
  const [isAsked, setAsked] = useState(false)
  const close = () => {
    setAsked(false)
    if (token !== null) setSearch({}, { replace: true, preventScrollReset: true })
  }
  return (
    <Card label={t`Close your account`} className="min-w-0 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Close your account</Trans>
      </h3>
      <p className="mt-2 text-soft">
        <Trans>
          Signs you out everywhere and refuses every sign-in. Your seats stay in the network. You
          confirm it from an email, and our support can undo it.
        </Trans>
      </p>
      <div className="mt-4">
        <Button kind="danger" onClick={() => setAsked(true)}>
          <Trans>Close account</Trans>
        </Button>
      </div>
      <ClosingDialog open={isAsked || token !== null} token={token} onClose={close} />
    </Card>
  )
}
