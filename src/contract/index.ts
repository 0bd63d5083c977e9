import type { Endpoint } from './endpoint.ts'
import { memberCalls } from './member-calls.ts'
import { operatorCalls } from './operator-calls.ts'

/** Every call there is: of visitors and members, and of operators. */
export const api = { ...memberCalls, ...operatorCalls } as const satisfies Record<string, Endpoint>

export type CallName = keyof typeof api
