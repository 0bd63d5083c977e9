import { LateDialog } from '../late-dialog.tsx'
import { useDepositDialog } from './use-deposit-dialog.ts'

const loadDeposit = () => import('./deposit-dialog.tsx')

/** Where the deposit dialog stands on a page. It is fetched at its first opening and stays then. */
export function DepositPlace() {
  const { shown, close } = useDepositDialog()
  return (
    <LateDialog load={loadDeposit} near={false} open={shown !== null} onClose={close}>
      {({ DepositDialog }) => <DepositDialog />}
    </LateDialog>
  )
}
