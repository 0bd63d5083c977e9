import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChangeDialog } from './change-dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What happens then. */
  description: string
  /** What the button does, as a verb. */
  action: string
  danger?: boolean
  pending: boolean
  onConfirm: () => void
  /** For a button that disappears with the action. */
  returnFocus?: (() => void) | undefined
  /** What the decision is about. */
  children: ReactNode
}

/** Shows again what an action is about. The button has the focus, so Enter confirms. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { action, danger = false, pending, onConfirm, children, ...dialog } = props
  return (
    <ChangeDialog {...dialog}>
      <div className="grid gap-5">
        {children}
        <Button kind={danger ? 'danger' : 'primary'} wide pending={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </ChangeDialog>
  )
}
