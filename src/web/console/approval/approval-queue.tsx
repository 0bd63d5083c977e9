import { t } from '@lingui/core/macro'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { AccessApprovals } from '../staff/access-approvals.tsx'
import { AdjustmentApprovals } from '../ledger/adjustment-approvals.tsx'
import { CatalogApprovals } from '../catalog/catalog-approvals.tsx'
import { ImportApprovals } from '../import/import-approvals.tsx'

/** One operator's requests that another operator must decide. No one decides their own. */
export function ApprovalQueue() {
  const isAdmin = useMay('listAccessChanges')
  return (
    <>
      <Head
        title={t`Approvals`}
        intro={t`Changes that another operator has to approve. Withdrawals have their own queue.`}
      />
      <div className="in-order mt-5 grid gap-4">
        <AdjustmentApprovals />
        <CatalogApprovals />
        {isAdmin && <AccessApprovals />}
        {isAdmin && <ImportApprovals />}
      </div>
    </>
  )
}
