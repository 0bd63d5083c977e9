import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { dropDraft } from '../session/drafts.ts'
import { useDraft } from '../session/use-draft.ts'
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
  /** For a button that disappears with the action. */
  returnFocus?: () => void
}

/** Asks for a reason for the audit log before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, description, returnFocus } = props
  const wasOpen = useRef(false)
  useEffect(() => {
    // Closing it forgets the reason. A page that ends with its session, or is left, doesn't.
    if (wasOpen.current && !open) dropDraft(draftOf(title))
    wasOpen.current = open
  }, [open, title])
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      {...(returnFocus && { returnFocus })}
    >
      <ReasonForm {...props} />
    </ChangeDialog>
  )
}

const draftOf = (title: string): string => `reason: ${title}`

function ReasonForm(props: ReasonDialogProps) {
  const { title, action, danger, pending, onConfirm, label = t`Reason` } = props
  const { start, keep } = useDraft(draftOf(title), { reason: '' })
  const { field, getValues, handleSubmit } = useFields<{ reason: string }>(start)
  const submit = handleSubmit(({ reason }) => onConfirm(reason.trim()))
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <ReasonField label={label} {...field('reason', reasonRules)} />
      <Button kind={danger ? 'danger' : 'primary'} type="submit" pending={pending} wide>
        {action}
      </Button>
    </form>
  )
}
