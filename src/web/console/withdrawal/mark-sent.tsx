import { useState } from 'react'
import { transactionHashPattern } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { formText } from '../../ui/form/form-text.ts'

/** Records a payout that was made outside of the product, by its transaction. */
export function MarkSent({ id }: { id: string }) {
  const may = useMay('markWithdrawalSent')
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const sent = useChange('markWithdrawalSent', {
    done: 'Recorded as sent.',
    onDone: () => setOpen(false),
  })
  if (!may) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Record as sent
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Record a payout made outside"
        description="The transaction must already be on-chain; we verify it."
      >
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const hash = formText(event.currentTarget, 'hash')
            const isHash = transactionHashPattern.test(hash)
            setError(isHash ? undefined : 'Enter a transaction id of 64 hexadecimal digits.')
            if (isHash) sent.mutate({ params: { id }, body: { transaction_hash: hash } })
          }}
        >
          <Field label="Transaction id" name="hash" spellCheck={false} error={error} />
          <Button kind="primary" type="submit" pending={sent.isPending} wide>
            Record
          </Button>
        </form>
      </Dialog>
    </>
  )
}
