import { now, fromNow } from '../../../db/expressions.ts'
import type { Db, Tx } from '../../../db/types.ts'
import { hashToken, newToken } from './secret-token.ts'

// Links in emails. Verification can be repeated, because mail scanners follow links. A reset works
// once.

export type EmailPurpose = 'verify' | 'reset' | 'email'

const hours: Record<EmailPurpose, number> = { verify: 48, reset: 1, email: 48 }

/**
 * Creates a link for a member. Earlier ones stay valid, because anyone can ask for a reset. Only
 * the use of one, or what else ends access, revokes the others.
 */
export async function issueEmailToken(
  tx: Tx,
  purpose: EmailPurpose,
  { member, email }: { member: number; email: string },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('email_tokens')
    .values({
      hash: hashToken(token),
      member_no: member,
      purpose,
      email,
      expires_at: fromNow('hours', hours[purpose]),
    })
    .execute()
  return token
}

export type EmailToken = {
  /** Null for the link of a registration. */
  member_no: number | null
  registration_no: bigint | null
  purpose: EmailPurpose
  email: string
  used: boolean
}

/** The valid token for these purposes, locked until the transaction ends; undefined if none. */
export async function lockEmailToken(
  tx: Tx,
  token: string,
  purposes: readonly EmailPurpose[],
): Promise<EmailToken | undefined> {
  return await readToken(selectToken(tx, token, purposes).forUpdate())
}

const selectToken = (db: Db | Tx, token: string, purposes: readonly EmailPurpose[]) =>
  db
    .selectFrom('email_tokens')
    .select(['member_no', 'registration_no', 'purpose', 'email', 'used_at'])
    .where('hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)

async function readToken(query: ReturnType<typeof selectToken>): Promise<EmailToken | undefined> {
  const found = await query.executeTakeFirst()
  return found && { ...found, used: found.used_at !== null }
}

/** The owner of a link, without a lock; undefined if the link is unknown or has expired. */
export const findEmailToken = (
  db: Db | Tx,
  token: string,
  purposes: readonly EmailPurpose[],
): Promise<EmailToken | undefined> => readToken(selectToken(db, token, purposes))

export async function markUsed(tx: Tx, token: string): Promise<void> {
  await tx
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .execute()
}

/** Revokes a member's links for these purposes. We keep used ones, to show that they were used. */
export async function revokeEmailTokens(
  db: Db | Tx,
  member: number,
  purposes: readonly EmailPurpose[],
): Promise<void> {
  await unusedTokens(db, purposes).where('member_no', '=', member).execute()
}

/**
 * The same for every member.
 * @returns the members who had one
 */
export async function revokeAllEmailTokens(
  db: Db | Tx,
  purposes: readonly EmailPurpose[],
): Promise<number[]> {
  const rows = await unusedTokens(db, purposes)
    .where('member_no', 'is not', null)
    .returning((eb) => eb.ref('member_no').$notNull().as('member'))
    .execute()
  return [...new Set(rows.map(({ member }) => member))]
}

const unusedTokens = (db: Db | Tx, purposes: readonly EmailPurpose[]) =>
  db.deleteFrom('email_tokens').where('purpose', 'in', purposes).where('used_at', 'is', null)
