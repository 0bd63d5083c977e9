import type { OperatorRole } from '../../../contract/roles.ts'
import type { CallAnswer } from '../../../contract/call.ts'
import { mayCall } from '../session/permission.ts'

/** A server of the previous version doesn't count all of them. */
type Queues = Partial<
  Pick<
    CallAnswer<'getOverview'>['queues'],
    'adjustments' | 'catalogs' | 'access_changes' | 'imports'
  >
>

/** The number of requests that the approvals queue lists for this role. */
export function countApprovals(queues: Queues, role: OperatorRole): number {
  const { adjustments = 0, catalogs = 0, access_changes: changes = 0, imports = 0 } = queues
  return (
    adjustments +
    catalogs +
    (mayCall(role, 'listAccessChanges') ? changes : 0) +
    (mayCall(role, 'listMemberImports') ? imports : 0)
  )
}

type Oldest = Partial<
  Pick<
    CallAnswer<'getOverview'>['queues']['oldest'],
    'adjustment' | 'catalog' | 'access_change' | 'import'
  >
>

/** Since when the oldest of these requests waits; null if none does. */
export function oldestApproval(oldest: Oldest, role: OperatorRole): string | null {
  const { adjustment, catalog, access_change: change, import: file } = oldest
  const times = [
    adjustment,
    catalog,
    mayCall(role, 'listAccessChanges') ? change : null,
    mayCall(role, 'listMemberImports') ? file : null,
  ]
  return times.flatMap((time) => time ?? []).toSorted()[0] ?? null
}
