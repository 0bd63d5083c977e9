import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { transactionHashPattern } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'

/** Records a payout that was made outside of the product, by its transaction. */
export function MarkSent({ id }: { id: string }) {
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
        title={t`Record a payout made outside`}
        description={t`The transaction must already be on-chain; we verify it.`}
      >
        <SentForm id={id} onClose={() => setOpen(false)} />
      </ChangeDialog>
    </>
  )
}

function SentForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { field, handleSubmit, showErrors } = useFields<{ transaction_hash: string }>()
  const sent = useChange('markWithdrawalSent', {
    done: t`Recorded as sent.`,
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit((body) => sent.mutate({ params: { id }, body }))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`Transaction id`}
        spellCheck={false}
        {...field('transaction_hash', {
          setValueAs: (text: string) => text.trim(),
          validate: (hash) =>
            transactionHashPattern.test(hash.trim()) ||
            t`Enter a transaction id of 64 hexadecimal digits.`,
        })}
      />
      <Button kind="primary" type="submit" pending={sent.isPending} wide>
        <Trans>Record</Trans>
      </Button>
    </form>
  )
}
