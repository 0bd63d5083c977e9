import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formText } from '../../ui/form/form-text.ts'
import { ReasonField, reasonRules } from './reason-field.tsx'

type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** What the button does, as a verb. */
  action: string
  danger?: boolean
  pending: boolean
  onConfirm: (reason: string) => void
  label?: string
}

/** Asks for the reason that goes into the audit log before something is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, description } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <ReasonForm {...props} />
    </Dialog>
  )
}

function ReasonForm({ action, danger, pending, onConfirm, label = 'Reason' }: ReasonDialogProps) {
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const reason = formText(event.currentTarget, 'reason')
        const valid = reasonRules.validate(reason)
        setError(valid === true ? undefined : valid)
        if (valid === true) onConfirm(reason)
      }}
    >
      <ReasonField label={label} name="reason" error={error} />
      <Button kind={danger ? 'danger' : 'primary'} type="submit" pending={pending} wide>
        {action}
      </Button>
    </form>
  )
}
