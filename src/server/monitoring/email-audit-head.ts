import { sql } from 'kysely'
import type { Logger } from 'pino'
import { lit } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { auditHeadEmail } from '../email/staff-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'

/**
 * Emails and logs the head of the audit log once a day. Nobody can change a mailbox through the
 * database, so `npm run check:ledger -- --head` can compare the log with it.
 */
export async function emailAuditHead(
  { db, log }: { db: Db; log: Logger },
  to: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const told = await tx
      .insertInto('emailed_audit_heads')
      .columns(['day', 'no', 'hash'])
      .expression((eb) =>
        eb
          .selectFrom('audit_head')
          .select([
            sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
            'no',
            'hash',
          ])
          .where('no', '>', lit(0n)),
      )
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning((eb) => ['no', sql<string>`encode(${eb.ref('hash')}, 'hex')`.as('head'), 'day'])
      .executeTakeFirst()
    if (!told) return
    log.info({ entry: String(told.no), head: told.head }, 'head of the audit log')
    await enqueueEmails(tx, [{ to, kind: 'security', content: auditHeadEmail(told) }])
  })
}
