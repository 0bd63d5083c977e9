import { Suspense, useState } from 'react'
import { latePart } from '../../ui/late-part.ts'
import { useDepositDialog } from './use-deposit-dialog.ts'

const DepositDialog = latePart(async () => (await import('./deposit-dialog.tsx')).DepositDialog)

/** Where the deposit dialog stands on a page. It is fetched at its first opening and stays then. */
export function DepositPlace() {
  const { shown } = useDepositDialog()
  const [wanted, setWanted] = useState(false)
  if (shown !== null && !wanted) setWanted(true)
  return <Suspense>{wanted && <DepositDialog />}</Suspense>
}
