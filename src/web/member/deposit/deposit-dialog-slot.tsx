'use no memo'

import { lazyPart } from '../../ui/lazy-part.tsx'
import { useIdle } from '../../client/use-idle.ts'
import { useDepositDialog } from './use-deposit-dialog.ts'

const DepositDialog = lazyPart(async () => (await import('./deposit-dialog.tsx')).DepositDialog)

/** The deposit dialog's place on a page. It's loaded when the page is idle and stays mounted. */
export function DepositDialogSlot() {
  const { shown, close } = useDepositDialog()
  return <DepositDialog near={useIdle()} open={shown !== null} onClose={close} />
}
