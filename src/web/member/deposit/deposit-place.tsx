import { lazy, Suspense, useState } from 'react'
import { useDepositDialog } from './use-deposit-dialog.ts'

const DepositDialog = lazy(async () => ({
  default: (await import('./deposit-dialog.tsx')).DepositDialog,
}))

/** Where the deposit dialog stands on a page. It is fetched at its first opening and stays then. */
export function DepositPlace() {
  const { shown } = useDepositDialog()
  const [wanted, setWanted] = useState(false)
  if (shown !== null && !wanted) setWanted(true)
  return <Suspense>{wanted && <DepositDialog />}</Suspense>
}
