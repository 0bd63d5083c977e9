import { fromNow, now } from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { hashToken, newToken } from '../auth/tokens/secret-token.ts'

// Challenges for authenticators to sign. The browser that asked also gets a token, which the
// authenticator never sees. Without the token, a stolen challenge or answer is worthless.

/** How long a challenge is valid. */
export const CHALLENGE_MS = 5 * 60_000
/** The most open challenges of one session, or of one address. Beyond this, the oldest ends. */
const MAX_OPEN = 20

export type Purpose = 'sign_in' | 'operator_sign_in' | 'step_up' | 'registration'

type ChallengeRequest = {
  purpose: Purpose
  /** The session, or the address if there is no session yet. */
  owner: string
  userHandle?: Buffer
}

/** Sessions of members and operators have separate numbers. */
export const ownedBy = (kind: 'member' | 'operator', session: bigint): string =>
  `${kind} session ${session}`

/** Stores a new challenge. */
export async function issueChallenge(
  db: Db,
  { purpose, owner, userHandle }: ChallengeRequest,
): Promise<{ ceremony: string; challenge: string }> {
  const [ceremony, challenge] = [newToken(), newToken()]
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('passkey_challenges')
      .where('hash', 'in', (eb) =>
        eb
          .selectFrom('passkey_challenges as open')
          .select('open.hash')
          .where('open.owner', '=', owner)
          .where('open.purpose', '=', purpose)
          .orderBy('open.expires_at', 'desc')
          .offset(MAX_OPEN - 1),
      )
      .execute()
    await tx
      .insertInto('passkey_challenges')
      .values({
        hash: hashToken(ceremony),
        challenge,
        purpose,
        owner,
        user_handle: userHandle ?? null,
        expires_at: fromNow('secs', CHALLENGE_MS / 1000),
      })
      .execute()
  })
  return { ceremony, challenge }
}

/**
 * Uses up a challenge, whether or not its answer is valid. Refuses a challenge that expired, was
 * used, or belongs to another session. A sign-in has no session, so only the token identifies the
 * browser.
 */
export async function consumeChallenge(
  db: Db,
  ceremony: string,
  { purpose, owner }: { purpose: Purpose; owner?: string },
): Promise<RowOf<'passkey_challenges', 'challenge' | 'user_handle'>> {
  const found = await db.transaction().execute((tx) =>
    tx
      .deleteFrom('passkey_challenges')
      .where('hash', '=', hashToken(ceremony))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
      .returning(['challenge', 'user_handle'])
      .executeTakeFirst(),
  )
  if (!found) throw reject('passkey_expired')
  return found
}
