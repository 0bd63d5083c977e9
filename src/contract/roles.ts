import type { OperatorRole } from './endpoint.ts'

/** A role may do what the roles below it may. */
const ranks: Readonly<Record<string, number>> = {
  support: 0,
  finance: 1,
  admin: 2,
} satisfies Record<OperatorRole, number>

/** Whether a role is high enough for a call's access. Nobody's is for calls of members. */
export function isRoleFor(role: OperatorRole, access: string): boolean {
  const [has, needs] = [ranks[role], ranks[access]]
  return has !== undefined && needs !== undefined && has >= needs
}
