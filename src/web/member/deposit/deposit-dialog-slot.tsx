'use no memo'

import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useIdle } from '../../client/use-idle.ts'
import { useDepositDialog } from './use-deposit-dialog.ts'

const DepositDialog = lazyDialog(async () => (await import('./deposit-dialog.tsx')).DepositDialog)

/** The deposit dialog's place on a page. It's loaded when the page is idle and stays mounted. */
export function DepositDialogSlot() {
  const { shown, close } = useDepositDialog()
  return <DepositDialog near={useIdle()} open={shown !== null} onClose={close} />
}
