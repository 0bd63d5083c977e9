import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, RowOf } from '../../db/types.ts'
import { auditHeadEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'

/**
 * Emails and logs the head of the audit log once a day. Nobody can change a mailbox through the
 * database, so `npm run check:ledger -- --head` can compare the log with it.
 */
export async function tellAuditHead(
  { db, log }: { db: Db; log: Logger },
  to: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<
      RowOf<'emailed_audit_heads', 'day'> & {
        no: bigint
        head: string
      }
    >`
      insert into emailed_audit_heads (day, no, hash)
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), no, hash from audit_head where no > 0
      on conflict (day) do nothing
      returning no, encode(hash, 'hex') as head, day`.execute(tx)
    const [told] = rows
    if (!told) return
    log.info({ entry: String(told.no), head: told.head }, 'head of the audit log')
    await enqueueEmails(tx, [{ to, kind: 'security', content: auditHeadEmail(told) }])
  })
}
