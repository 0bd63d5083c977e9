import { useForm } from 'react-hook-form'
import { reasonLength } from '../../../contract/limits.ts'
import { parseUsd } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { useChange } from '../use-change.ts'

type AdjustDialogProps = { username: string; open: boolean; onClose: () => void }

/** Asks for a change of a wallet. Another operator has to approve it before it counts. */
export function AdjustDialog({ username, open, onClose }: AdjustDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Adjust the wallet of ${username}`}
      description="It counts once another operator has approved it. The member gets a mail."
    >
      <AdjustForm username={username} onClose={onClose} />
    </Dialog>
  )
}

type Form = { amount: string; reason: string }

const isAmount = (text: string): boolean => {
  const size = parseUsd(text.trim().replace('-', ''))
  return size !== null && size > 0n
}

function AdjustForm({ username, onClose }: Omit<AdjustDialogProps, 'open'>) {
  const { register, handleSubmit, formState } = useForm<Form>()
  const request = useChange('requestAdjustment', {
    done: 'Asked for. It waits under Approvals.',
    onDone: onClose,
  })
  const submit = handleSubmit(({ amount, reason }) =>
    request.mutate({ body: { username, amount: amount.trim(), reason } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Amount (USD)"
        hint="With a minus to take away."
        inputMode="text"
        error={formState.errors.amount?.message}
        {...register('amount', {
          validate: (text) => isAmount(text) || 'Enter an amount such as 5.00 or -5.00.',
        })}
      />
      <TextArea
        label="Reason"
        rows={3}
        maxLength={reasonLength.max}
        error={formState.errors.reason?.message}
        {...register('reason', {
          minLength: { value: reasonLength.min, message: 'Say why, for the audit log.' },
          required: 'Say why, for the audit log.',
        })}
      />
      <Button kind="primary" type="submit" pending={request.isPending} wide>
        Ask for it
      </Button>
    </form>
  )
}
