import type { CallAnswer } from '../../../contract/call.ts'
import type { OperatorRole } from '../../../contract/endpoint.ts'
import { mayCall } from '../session/permission.ts'

type Queues = Pick<
  CallAnswer<'getOverview'>['queues'],
  'adjustments' | 'catalogs' | 'access_changes' | 'imports'
>

/** The number of requests that the approvals queue lists for this role. */
export const countApprovals = (queues: Queues, role: OperatorRole): number =>
  queues.adjustments +
  queues.catalogs +
  (mayCall(role, 'listAccessChanges') ? queues.access_changes : 0) +
  (mayCall(role, 'listMemberImports') ? queues.imports : 0)
