import { isRoleFor, type OperatorRole } from '../../../contract/roles.ts'
import { api, type CallName } from '../../../contract/routes.ts'
import { useOperator } from './operator-session.ts'

/** Whether a role may make a call, by the same table that the server uses. */
export const mayCall = (role: OperatorRole, name: CallName): boolean =>
  isRoleFor(role, api[name].access)

export const useMay = (name: CallName): boolean => mayCall(useOperator().role, name)
