import type { OperatorRole } from '../../../src/contract/roles.ts'
import { disableByCommandLine } from '../../../src/server/cli/change-operators.ts'

import { sql } from 'kysely'
import type { Pool } from 'pg'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import type { Context } from '../../../src/server/context.ts'
import { eventOf } from '../../../src/domain/ledger/event.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { effectsOf } from '../../support/book-acts.ts'
import type { Answer, AnswerAt } from '../../support/answer.ts'
import { openEdge, type Edge } from './edge.ts'
import { dollars, type TestMember } from './members.ts'
import { operatorHeaders } from '../../support/operator-session.ts'

// Operators signed in at an edge, each with a name, and calls in their name.

type Options = { body?: unknown; headers?: Record<string, string> }

export type StaffEdge = {
  edge: Edge
  /** Adds an operator and signs them in. */
  add(username: string, role: OperatorRole): Promise<void>
  /** A call with the operator's cookie and an Origin of ours. */
  as<const M extends string, const U extends string>(
    who: string,
    method: M,
    path: U,
    options?: Options,
  ): Promise<AnswerAt<M, `/api/operator/${U}`>>
  close(): Promise<void>
}

/** Adds an operator and signs them in. Returns the headers of their calls. */
export async function signInStaff(edge: Edge, username: string, role: OperatorRole) {
  const password = await addOperator(edge.db, username, role)
  const body = { username, password }
  const answer = await edge.call('POST', '/api/operator/auth/login/', { body })
  return { password, headers: operatorHeaders(answer, edge.config.publicUrl) }
}

/** An edge with one operator of each role, named after it, and a second admin, `deputy`. */
export async function openStaffEdge(variables: Record<string, string> = {}): Promise<StaffEdge> {
  const edge = await openEdge(variables)
  const staff = new Map<string, Record<string, string>>()
  const add = async (username: string, role: OperatorRole): Promise<void> => {
    staff.set(username, (await signInStaff(edge, username, role)).headers)
  }
  await Promise.all([
    add('support', 'support'),
    add('finance', 'finance'),
    add('admin', 'admin'),
    add('deputy', 'admin'),
  ])
  return {
    edge,
    add,
    as: (who, method, path, { body, headers = {} } = {}) =>
      edge.call(method, `/api/operator/${path}`, {
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }),
        headers: { origin: edge.config.publicUrl, ...staff.get(who), ...headers },
      }),
    close: () => edge.close(),
  }
}

/** What a process with the database role of its part works with. The caller ends the pool. */
export function contextAs(edge: Edge, part: 'worker' | 'mail'): Context & { pool: Pool } {
  const url = Object.assign(new URL(edge.databaseUrl), { username: `twofold_${part}` })
  const pool = openPool({ connectionString: url.href, name: part, maxConnections: 4 })
  const db = openKysely(pool)
  return { ...edge.context, pool, db, read: db, config: { ...edge.context.config, part } }
}

/** Status and code of an answer, for comparing refusals. */
export const refusal = ({ status, code = '' }: Answer): [number, string] => [status, code]

/** Puts a withdrawal of a funded member into the queue, like the member's call. */
export async function requestWithdrawal(
  { book }: Edge,
  member: TestMember,
  amount: number,
): Promise<number> {
  const command = {
    kind: 'request_withdrawal',
    member: member.no,
    amountMicros: dollars(amount),
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    holdUntilAt: 0,
  } as const
  const asked = await effectsOf(book, command, { member: member.no })
  return eventOf(asked, 'withdrawal').no
}

/** The newest audit entry about an object; undefined when there is none. */
export async function newestEntry({ db }: Edge, object: string) {
  const { rows } = await sql<{ operator: string; action: string; reason: string | null }>`
    select operator, action, reason from audit_entries where object = ${object}
    order by no desc limit 1`.execute(db)
  return rows[0]
}

/** What `npm run operator -- disable` does while a ledger runs. */
export async function disableOperator({ db, book }: Pick<Edge, 'db' | 'book'>, name: string) {
  const done = await disableByCommandLine({ db, openBook: () => Promise.resolve(book) }, name)
  if (done === 'unknown' || done.approvals !== 'ended') throw new Error(`${name} is not disabled`)
}
