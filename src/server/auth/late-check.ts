import type { FastifyReply } from 'fastify'
import type { CallAnswer } from '../../contract/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Book, Submission } from '../book/book.ts'
import type { Context } from '../context.ts'
import type { Call, Member, Route } from '../http/route.ts'
import { readAccessToken } from './tokens/access-token.ts'
import { authenticateMember } from './caller.ts'

// Between a request's check and its command, the member's session may end: by a sign-out, or
// because the owner got the account back from a thief. So each command carries its session, and the
// ledger writer checks it in the batch. Some calls need nothing else from the database before they
// submit their command, so they leave the check to the batch.

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

/** This call ends its own session before its command. */
const ENDS_ITS_SESSION: CallName = 'confirmClosing'

/** The context of a member's call. Its commands do nothing once its session has ended. */
export function gateMemberCall(
  context: Context,
  name: CallName,
  { method }: Endpoint,
  { no, session }: Pick<Member, 'no' | 'session'>,
): Context {
  const { book } = context
  if (method === 'GET' || name === ENDS_ITS_SESSION || !book.checksSessions()) return context
  const carry = (submission: Submission): Submission =>
    'member' in submission.by && submission.by.member === no
      ? { ...submission, session: String(session) }
      : submission
  const gated: Book = { ...book, submit: (submission) => book.submit(carry(submission)) }
  return { ...context, book: gated }
}
