import type { FastifyReply } from 'fastify'
import type { CallAnswer } from '../../contract/call.ts'
import type { CallName } from '../../contract/routes.ts'
import { AuthorityEnded } from '../authority/authority.ts'
import type { Context } from '../context.ts'
import type { Call, Member, Route } from '../http/route.ts'
import { readAccessToken } from './access-token.ts'
import { authenticateMember } from './caller.ts'

// Some calls need nothing from the database but an open session before they submit their command.
// The ledger writer checks that session in the batch, so these calls run no statement of their own.

/** A member with a valid token. */
export type TokenHolder = Pick<Member, 'no' | 'session'> & {
  /** The session that the command must carry, because nobody has checked it; else undefined. */
  readonly unchecked: string | undefined
  /** Refuses now if the session has ended, for a call that reads something after all. */
  requireOpen(): Promise<void>
}

/** The latest sessions that the ledger writer refused. Their tokens are valid for a while. */
const refused = new Set<bigint>()
const MAX_REFUSED = 10_000

/**
 * The member of a token, and the session if the ledger writer is to check it. We check a session
 * that was refused before, so that it counts as a guess, and not towards the member's limits.
 */
export async function authenticateLater(
  { db, book, config: { authSecret } }: Pick<Context, 'db' | 'book' | 'config'>,
  token: string,
): Promise<TokenHolder> {
  const { member: no, session } = await readAccessToken(authSecret, token)
  if (book.checksSessions() && !refused.has(session)) {
    const requireOpen = async () => void (await authenticateMember(db, authSecret, token))
    return { no, session, unchecked: String(session), requireOpen }
  }
  await authenticateMember(db, authSecret, token)
  return { no, session, unchecked: undefined, requireOpen: () => Promise.resolve() }
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
    try {
      return await handle(call)
    } catch (error) {
      if (error instanceof AuthorityEnded) noteRefused(call.member.session)
      throw error
    }
  },
})

function noteRefused(session: bigint): void {
  refused.add(session)
  const [oldest] = refused
  if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest)
}
