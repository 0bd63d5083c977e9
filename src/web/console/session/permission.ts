import type { OperatorRole } from '../../../contract/endpoint.ts'
import { api, type CallName } from '../../../contract/routes.ts'
import { useOperator } from './operator-session.ts'

const RANKS: Record<string, number> = { support: 0, finance: 1, admin: 2 }

/** Whether a role may make a call, by the same table that the server uses. */
export function mayCall(role: OperatorRole, name: CallName): boolean {
  const wanted = RANKS[api[name].access]
  return wanted !== undefined && (RANKS[role] ?? -1) >= wanted
}

export const useMay = (name: CallName): boolean => mayCall(useOperator().role, name)
