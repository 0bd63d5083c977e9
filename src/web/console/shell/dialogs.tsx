import { ConfirmAgainDialog } from '../sign-in/confirm-again-dialog.tsx'
import { IdleGuard } from '../sign-in/idle-guard.tsx'
import { KeyHelp } from './key-help.tsx'

/** Dialogs that may open on every page. */
export const Dialogs = () => (
  <>
    <ConfirmAgainDialog />
    <IdleGuard />
    <KeyHelp />
  </>
)
