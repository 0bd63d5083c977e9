/** The roles of operators, lowest first: a role may do what the roles below it may. */
export const operatorRoles = ['support', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const isOperatorRole = (name: string): name is OperatorRole =>
  operatorRoles.some((role) => role === name)

/** Whether a role is high enough for a call's access. Nobody's is for calls of members. */
export const isRoleFor = (role: OperatorRole, access: string): boolean =>
  isOperatorRole(access) && operatorRoles.indexOf(role) >= operatorRoles.indexOf(access)
