import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from './change-dialog.tsx'
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

/** Asks for a reason for the audit log before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, description } = props
  return (
    <ChangeDialog open={open} onClose={onClose} title={title} description={description}>
      <ReasonForm {...props} />
    </ChangeDialog>
  )
}

function ReasonForm({ action, danger, pending, onConfirm, label = t`Reason` }: ReasonDialogProps) {
  const { field, handleSubmit } = useFields<{ reason: string }>()
  const submit = handleSubmit(({ reason }) => onConfirm(reason.trim()))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ReasonField label={label} {...field('reason', reasonRules)} />
      <Button kind={danger ? 'danger' : 'primary'} type="submit" pending={pending} wide>
        {action}
      </Button>
    </form>
  )
}
