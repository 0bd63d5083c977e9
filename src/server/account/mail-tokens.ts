import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { hashToken, newToken } from './secret-token.ts'

// Links in mails. Verifying may be repeated (mail scanners follow links); a reset works once.

export type MailPurpose = 'verify' | 'reset' | 'email'

const hours: Record<MailPurpose, number> = { verify: 48, reset: 1, email: 48 }

/** Makes a token for each member; of resets and new addresses only the newest lives. */
export async function issueMailTokens(
  tx: Tx,
  purpose: MailPurpose,
  members: readonly { member: number; email: string }[],
): Promise<string[]> {
  if (members.length === 0) return []
  if (purpose !== 'verify') {
    await tx
      .deleteFrom('mail_tokens')
      .where('purpose', '=', purpose)
      .where(
        'member_no',
        'in',
        members.map(({ member }) => member),
      )
      .execute()
  }
  const tokens = members.map(() => newToken())
  await tx
    .insertInto('mail_tokens')
    .values(
      members.map(({ member, email }, i) => ({
        hash: hashToken(tokens[i] ?? ''),
        member_no: member,
        purpose,
        email,
        expires_at: sql<Date>`now() + make_interval(hours => ${hours[purpose]})`,
      })),
    )
    .execute()
  return tokens
}

export type MailToken = {
  member_no: number
  purpose: MailPurpose
  email: string
  used: boolean
}

/** The living token of these purposes, locked until the transaction ends; undefined if none. */
export async function takeMailToken(
  tx: Tx,
  token: string,
  purposes: readonly MailPurpose[],
): Promise<MailToken | undefined> {
  const found = await tx
    .selectFrom('mail_tokens')
    .select(['member_no', 'purpose', 'email', 'used_at'])
    .where('hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return found && { ...found, used: found.used_at !== null }
}

export async function markUsed(tx: Tx, token: string): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashToken(token))
    .execute()
}

/** Ends all resets and pending addresses of a member: after a change of password or address. */
export async function revokeMailTokens(
  db: Db | Tx,
  member: number,
  purposes: readonly MailPurpose[],
): Promise<void> {
  await db
    .deleteFrom('mail_tokens')
    .where('member_no', '=', member)
    .where('purpose', 'in', purposes)
    .execute()
}
