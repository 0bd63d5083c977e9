import type { IncomingHttpHeaders } from 'node:http'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { anyOf, now } from '../../db/expressions.ts'
import { readTogether } from '../../db/together.ts'
import type { Db } from '../../db/types.ts'
import { proofEnd } from '../http/require-proof.ts'
import type { Member } from '../http/route.ts'
import { readAccessToken } from './tokens/access-token.ts'
import { reject } from '../../contract/refusals/reject.ts'
import type { Context } from '../context.ts'
import { authenticateView } from './tokens/view-token.ts'

/** The token of `Authorization: Bearer …`. Refuses any other form of the header. */
export function bearerToken(headers: IncomingHttpHeaders): string {
  const header = headers.authorization
  if (header === undefined) throw reject('not_authenticated')
  const match = /^bearer ([\w.-]{1,4096})$/i.exec(header)
  if (!match?.[1]) throw reject('token_invalid')
  return match[1]
}

/** How long a step-up (the password or code entered again) counts. */
export const STEP_UP_MS = 5 * 60 * 1000

const openSessions = compileOnce((db, { sessions }: Given<{ sessions: readonly bigint[] }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.no', 'sessions.member_no')
    .innerJoin('identities', 'identities.member_no', 'sessions.member_no')
    .select([
      'sessions.no as session',
      'identities.username',
      'members.suspended',
      'sessions.stepped_up_at',
      'members.no',
      now.as('read_at'),
    ])
    .where('sessions.no', '=', anyOf(sessions, 'bigint'))
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now),
)

const findSession = readTogether(async (db, sessions: readonly bigint[]) => {
  const rows = await openSessions.rows(db, { sessions })
  return new Map(rows.map((row) => [row.session, row]))
})

/** The member who owns a token. Refuses if the session has ended or the member is suspended. */
export async function authenticateMember(db: Db, secret: string, token: string): Promise<Member> {
  const { member, session } = await readAccessToken(secret, token)
  const found = await findSession(db, session)
  if (found?.no !== member || found.suspended) throw reject('token_invalid')
  const { no, username } = found
  const provedUntil = proofEnd(found.stepped_up_at, found.read_at, STEP_UP_MS)
  return { no, username, session, provedUntil, viewedBy: null }
}

/**
 * Refuses the rest of a long answer once the member's session has ended, or the view of staff. The
 * token may expire meanwhile, because a slow reader's file can take hours.
 */
export async function requireStillOpen(
  { db, config: { authSecret } }: Pick<Context, 'db' | 'config'>,
  { no, session, viewedBy }: Member,
  headers: IncomingHttpHeaders,
): Promise<void> {
  if (viewedBy !== null) {
    return void (await authenticateView(db, authSecret, bearerToken(headers), 'GET'))
  }
  const found = await findSession(db, session)
  if (found?.no !== no || found.suspended) throw reject('token_invalid')
}
