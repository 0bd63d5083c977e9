import type { CallAnswer } from '../../../contract/call.ts'
import type { OperatorRole } from '../../../contract/endpoint.ts'
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
