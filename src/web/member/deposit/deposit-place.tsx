'use no memo'

import { lazyPart } from '../../ui/lazy-part.tsx'
import { useDepositDialog } from './use-deposit-dialog.ts'

const DepositDialog = lazyPart(async () => (await import('./deposit-dialog.tsx')).DepositDialog)

/** Where the deposit dialog stands on a page. It is fetched at its first opening and stays then. */
export function DepositPlace() {
  const { shown, close } = useDepositDialog()
  return <DepositDialog open={shown !== null} onClose={close} />
}
