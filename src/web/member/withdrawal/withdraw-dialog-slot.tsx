'use no memo'

import { lazyPart } from '../../ui/lazy-part.tsx'
import { useWithdrawDialog } from './use-withdraw-dialog.ts'

const WithdrawDialog = lazyPart(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog)

/** The withdrawal dialog's place on a page. It's loaded when first opened and stays mounted. */
export function WithdrawDialogSlot() {
  const { shown, close } = useWithdrawDialog()
  return <WithdrawDialog open={shown} onClose={close} />
}
