'use no memo'

import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useIdle } from '../../client/use-idle.ts'
import { useWithdrawDialog } from './use-withdraw-dialog.ts'

const WithdrawDialog = lazyDialog(
  async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog,
)

/** The withdrawal dialog's place on a page. It's loaded when the page is idle and stays mounted. */
export function WithdrawDialogSlot() {
  const { shown, close } = useWithdrawDialog()
  return <WithdrawDialog near={useIdle()} open={shown} onClose={close} />
}
