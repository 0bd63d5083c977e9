import { columnsOf, type Privilege } from './privileges.ts'

/**
 * Hooks of the ledger end access: of suspended members, and of operators who lose their rights.
 * With a session, key, or link of its own, a ledger process could sign in as any operator, and
 * approve what needs two of them.
 */
export const ENDS: Readonly<Record<string, readonly Privilege[]>> = {
  sessions: columnsOf('sessions', { update: ['ended_at'] }),
  operator_sessions: columnsOf('operator_sessions', { update: ['ended_at'] }),
  operators: columnsOf('operators', { update: ['role', 'disabled_at'] }),
  api_keys: columnsOf('api_keys', { update: ['revoked_at', 'revoked_by'] }),
  email_tokens: [...columnsOf('email_tokens', { update: ['used_at'] }), 'DELETE'],
}
