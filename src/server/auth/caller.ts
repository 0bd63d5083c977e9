import type { IncomingHttpHeaders } from 'node:http'
import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Db } from '../../db/types.ts'
import type { Member } from '../http/route.ts'
import { readAccessToken } from './access-token.ts'
import { reject } from '../../contract/refusals/reject.ts'

/** The token of `Authorization: Bearer …`. Refuses any other form of the header. */
export function bearerToken(headers: IncomingHttpHeaders): string {
  const header = headers.authorization
  if (header === undefined) throw reject('not_authenticated')
  const match = /^bearer ([\w.-]{1,4096})$/i.exec(header)
  if (!match?.[1]) throw reject('token_invalid')
  return match[1]
}

const findSession = compileOnce(
  (db, { session, member, at }: Given<{ session: bigint; member: number; at: Date }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('members', 'members.no', 'sessions.member_no')
      .innerJoin('identities', 'identities.member_no', 'sessions.member_no')
      .select(['identities.username', 'members.suspended', 'sessions.stepped_up_at', 'members.no'])
      .where('sessions.no', '=', session)
      .where('sessions.member_no', '=', member)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', at),
)

/** The member behind a token. Refuses if the session has ended or the member is suspended. */
export async function authenticateMember(db: Db, secret: string, token: string): Promise<Member> {
  const claims = await readAccessToken(secret, token)
  const found = await findSession.first(db, { ...claims, at: new Date() })
  if (!found || found.suspended) throw reject('token_invalid')
  const { no, username, stepped_up_at: steppedUpAt } = found
  return { no, username, session: claims.session, steppedUpAt, viewedBy: null }
}

/** How long a step-up (the password or code entered again) counts. */
export const STEP_UP_MS = 5 * 60 * 1000

/** When the last step-up expires. */
const stepUpUntil = (member: Member): Date => new Date(member.steppedUpAt.getTime() + STEP_UP_MS)

/** Refuses unless the member stepped up in this session within the last five minutes. */
export function requireStepUp(member: Member): void {
  if (stepUpUntil(member).getTime() < Date.now()) throw reject('step_up_required')
}
