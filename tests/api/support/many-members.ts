import { eventOf } from '../../../src/domain/ledger/event.ts'
import { startSession } from '../../../src/server/auth/sessions.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { effectsOf } from '../../support/book-acts.ts'
import type { Answer, AnswerAt } from '../../support/answer.ts'
import type { Edge } from './edge.ts'

export type PlainMember = {
  no: number
  /** The public id of the first profile. */
  profile: string
  access: string
  refresh: string
  wallet: string
  call<const M extends string, const U extends string>(
    method: M,
    path: U,
    body?: unknown,
  ): Promise<AnswerAt<M, `/api/${U}`>>
}

let named = 0

/** Hundreds of signed-in members without passwords, which need no hashing and no emails. */
export async function addPlainMembers(
  edge: Edge,
  count: number,
  sponsor = 1,
): Promise<PlainMember[]> {
  const members: PlainMember[] = []
  // A few at a time, so that none waits long for a connection, however slow the machine.
  while (members.length < count) {
    const few = Array.from({ length: Math.min(8, count - members.length) }, () =>
      addPlainMember(edge, sponsor),
    )
    members.push(...(await Promise.all(few)))
  }
  return members
}

/** Retries while the server has no room, as a client does. */
export async function patiently<A extends Answer>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

async function addPlainMember(edge: Edge, sponsor: number): Promise<PlainMember> {
  const { book, db, config } = edge
  const { no } = eventOf(await effectsOf(book, { kind: 'register', sponsor }), 'member')
  const username = `plain${++named}`
  const person = { member_no: no, username, email: `${username}@example.org` }
  const wallet = addressOfKey(newPrivateKey())
  await db
    .insertInto('identities')
    .values({
      ...person,
      referral_code: `PLAIN${named}`,
      wallet_address: wallet,
      verified_at: new Date(),
    })
    .execute()
  const { public_id: profile } = await db
    .selectFrom('profiles')
    .select('public_id')
    .where('member_no', '=', no)
    .executeTakeFirstOrThrow()
  const by = { call: 'login', claim: { passwordHash: null } } as const
  const tokens = await startSession(db, config, { member: no, by }, 'a test')
  const call = <const M extends string, const U extends string>(
    method: M,
    path: U,
    body?: unknown,
  ) =>
    patiently(() =>
      edge.call(method, `/api/${path}`, { token: tokens.access, ...(body ? { body } : {}) }),
    )
  return { no, profile, ...tokens, wallet, call }
}
