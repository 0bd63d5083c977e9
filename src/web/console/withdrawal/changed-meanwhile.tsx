import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { Transaction } from '../parts/list/cells.tsx'
import { dropDraft } from '../session/drafts.ts'

// The withdrawal may change while an operator pays it from another wallet.

type Withdrawal = CallAnswer<'getWithdrawal'>

/** Whether it can still be paid, perhaps after another approval. */
export const isUnpaid = ({ stage }: Withdrawal): boolean =>
  ['pending', 'approved', 'failed'].includes(stage)

/** The draft of the transaction that pays it. */
export const draftOf = (id: string): string => `sent ${id}`

const Warning = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div role="alert" className="grid gap-2 rounded-lg border border-warn/45 px-4 py-3 text-sm">
    <p className="font-medium text-warn">{title}</p>
    {children}
  </div>
)

/** It was approved, and isn’t anymore. */
export const NeedsApproval = () => (
  <Warning title={<Trans>This needs another approval first. Don’t send any coins now.</Trans>}>
    <p className="text-soft">
      <Trans>
        If you’ve already sent them, keep this open. Approve it again in another window, or ask
        another operator to. Then enter the transaction here.
      </Trans>
    </p>
  </Warning>
)

/** It has been paid, or returned to the member. */
export function Ended({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, transaction_hash: hash } = withdrawal
  useEffect(() => dropDraft(draftOf(id)), [id])
  if (hash === null) {
    return (
      <Warning title={<Trans>The amount is back in the member’s wallet. Don’t pay this.</Trans>} />
    )
  }
  return (
    <Warning title={<Trans>This is paid by a transaction. Don’t send any coins.</Trans>}>
      <Transaction id={hash} />
    </Warning>
  )
}
