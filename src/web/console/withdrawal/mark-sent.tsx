import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { transactionHashPattern } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { ClaimAndPay } from './claim-and-pay.tsx'
import { NotNow, stopOf } from './not-now.tsx'

type Withdrawal = CallAnswer<'getWithdrawal'>

/**
 * Records a payout that was made outside of the product, by its transaction. Claims the withdrawal
 * meanwhile, so that we don’t pay it, too. While nobody may pay it, the dialog says why. It still
 * records coins that were sent before, unless the ledger refuses that until a hold ends.
 */
export function MarkSent({ withdrawal }: { withdrawal: Withdrawal }) {
  const may = useMay('markWithdrawalSent')
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Trans>Record as sent</Trans>
      </Button>
      <ChangeDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Record a payout from another wallet`}
        description={
          stopOf(withdrawal)
            ? t`Don’t send any coins now.`
            : t`Send the coins once it’s claimed, then enter the transaction.`
        }
      >
        {withdrawal.recordable_at ? (
          <NotNow withdrawal={withdrawal} />
        ) : (
          <SentForm withdrawal={withdrawal} onClose={() => setOpen(false)} />
        )}
      </ChangeDialog>
    </>
  )
}

function SentForm({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { id } = withdrawal
  const { field, handleSubmit, showErrors } = useFields<{ transaction_hash: string }>()
  const sent = useChange('markWithdrawalSent', {
    done: t`Recorded as sent.`,
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit((body) => sent.mutate({ params: { id }, body }))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {stopOf(withdrawal) ? (
        <NotNow withdrawal={withdrawal} />
      ) : (
        <ClaimAndPay withdrawal={withdrawal} />
      )}
      <Field
        label={t`Transaction ID`}
        spellCheck={false}
        {...field('transaction_hash', {
          setValueAs: (text: string) => text.trim(),
          validate: (hash) =>
            transactionHashPattern.test(hash.trim()) ||
            t`Enter a transaction ID of 64 hexadecimal digits.`,
        })}
      />
      <Button kind="primary" type="submit" pending={sent.isPending} wide>
        <Trans>Record</Trans>
      </Button>
    </form>
  )
}
