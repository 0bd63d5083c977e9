import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { dropDraft } from '../session/drafts.ts'
import { readUsername } from '../session/operator-session.ts'
import { useDraft } from '../session/use-draft.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ReasonField, reasonRules } from './reason-field.tsx'

type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  /** What it acts on, such as `member 4`. What was typed for one object never shows for another. */
  about: string
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
  const { open, onClose, title, description, pending, returnFocus } = props
  const draft = draftOf(props)
  const opened = useRef<string>(null)
  const isSent = useRef(false)
  useEffect(() => {
    isSent.current = pending
  }, [pending])
  useEffect(() => {
    if (!open && opened.current !== null) dropDraft(opened.current)
    opened.current = open ? draft : null
  }, [open, draft])
  // A page that is left keeps the reason, and so does the end of a session. An object that is done
  // takes its dialog along.
  useEffect(
    () => () => {
      const isDone = isSent.current && readUsername() !== null
      if (isDone && opened.current !== null) dropDraft(opened.current)
    },
    [],
  )
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

const draftOf = ({ action, about }: ReasonDialogProps): string => `reason: ${action}, ${about}`

function ReasonForm(props: ReasonDialogProps) {
  const { action, danger, pending, onConfirm, label = t`Reason` } = props
  const { start, keep } = useDraft(draftOf(props), { reason: '' })
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
