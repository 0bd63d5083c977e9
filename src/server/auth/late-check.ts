import type { FastifyReply } from 'fastify'
import type { CallAnswer } from '../../contract/call.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { Call, Member, Route } from '../http/route.ts'
import { readAccessToken } from './access-token.ts'
import { authenticateMember } from './caller.ts'

// Some calls need nothing from the database but an open session before they submit their command.
// The ledger writer checks that session in the batch, so these calls run no statement of their own.

/** A member with a valid token. */
export type TokenHolder = Pick<Member, 'no' | 'session'> & {
  /** The session that the command must carry. Undefined if the leader can't check it. */
  readonly carried: string | undefined
  /** Refuses now if the session has ended, for a call that reads something after all. */
  requireOpen(): Promise<void>
}

/** Sessions of the latest calls that we left unchecked, until we know that they are open. */
const doubtful = new Set<bigint>()
const MAX_DOUBTFUL = 10_000

/**
 * The member of a token, and the session, which the ledger writer checks. Until an earlier call has
 * shown that the session is open, we check it first. So all calls of an ended session but the first
 * count as guesses, and not towards the member's limits.
 */
export async function authenticateLater(
  { db, book, config: { authSecret } }: Pick<Context, 'db' | 'book' | 'config'>,
  token: string,
): Promise<TokenHolder> {
  const { member: no, session } = await readAccessToken(authSecret, token)
  const carried = book.checksSessions() ? String(session) : undefined
  if (carried !== undefined && !doubtful.has(session)) {
    doubt(session)
    const requireOpen = async () => void (await authenticateMember(db, authSecret, token))
    return { no, session, carried, requireOpen }
  }
  await authenticateMember(db, authSecret, token)
  doubtful.delete(session)
  return { no, session, carried, requireOpen: () => Promise.resolve() }
}

type LateCall<N extends CallName> = Omit<Call<N>, 'member'> & { member: TokenHolder }

/** A call whose command carries its member's session. It must do nothing before the command. */
export const lateRoute = <N extends CallName>(
  name: N,
  handle: (call: LateCall<N>) => Promise<CallAnswer<N> | FastifyReply>,
): Route => ({
  name,
  isLate: true,
  async handle(call: LateCall<N>) {
    const answer = await handle(call)
    doubtful.delete(call.member.session)
    return answer
  },
})

function doubt(session: bigint): void {
  doubtful.add(session)
  const [oldest] = doubtful
  if (doubtful.size > MAX_DOUBTFUL && oldest !== undefined) doubtful.delete(oldest)
}
