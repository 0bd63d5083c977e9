import { anyOf, lit, now } from '../../db/expressions.ts'
import { invitationEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import type { Context } from '../context.ts'

/** Every five seconds, so four a second. Email providers throttle faster senders. */
const MAX_AT_ONCE = 20

/**
 * Invites some imported members to choose a password, each once. The invitation links to the page
 * that emails a password link, because such a link expires after an hour and members may read the
 * invitation later.
 */
export async function invite({ db, config }: Pick<Context, 'db' | 'config'>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('member_import_rows as r')
      .innerJoin('identities as i', 'i.member_no', 'r.member_no')
      .select(['r.member_no', 'i.username', 'i.email', 'i.language'])
      .where('r.state', '=', lit('done'))
      .where('r.invited_at', 'is', null)
      .orderBy('r.import_no')
      .orderBy('r.line')
      .limit(MAX_AT_ONCE)
      .forUpdate('r')
      .skipLocked()
      .execute()
    const emails = rows.map(({ email, ...to }) => {
      const content = invitationEmail(to, config.publicUrl)
      return { to: email, kind: 'recovery' as const, content }
    })
    await enqueueEmails(tx, emails)
    await tx
      .updateTable('member_import_rows')
      .set({ invited_at: now })
      .where(
        'member_no',
        '=',
        anyOf(
          rows.flatMap((row) => row.member_no ?? []),
          'int',
        ),
      )
      .execute()
    return rows.length
  })
}
