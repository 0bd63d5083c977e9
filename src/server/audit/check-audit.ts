import { nowMs } from '../../clock/clock.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuditCheck } from '../../contract/subjects/audit.ts'
import type { Db } from '../../db/types.ts'

/** Whether the log ever ended with a hash that someone recorded elsewhere. */
export async function hasHead(db: Db, head: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(head)) return false
  const found = await db
    .selectFrom('audit_entries')
    .select('no')
    .where('hash', '=', Buffer.from(head, 'hex'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type AuditRow = {
  entries: number
  broken: bigint | null
  last: bigint
  head_no: bigint
  head: Buffer
  whole: boolean
}

/**
 * Recomputes the audit log's hash chain in one statement: each row's hash from the row and the
 * previous hash, the numbers without gaps, and the last hash against the head.
 */
export async function checkAudit(db: Db): Promise<z.infer<typeof AuditCheck>> {
  const { rows } = await sql<AuditRow>`
    with chained as (
      select e.no, e.hash = audit_hash(lag(e.hash, 1, ''::bytea) over w, e)
        and e.no = row_number() over w as fits
      from audit_entries e window w as (order by e.no))
    select count(c.no)::int as entries, min(c.no) filter (where not c.fits) as broken,
      coalesce(max(c.no), 0)::bigint as last, head.no as head_no, head.hash as head,
      head.hash = coalesce((select hash from audit_entries order by no desc limit 1), ''::bytea)
        as whole
    from audit_head head left join chained c on true group by head.no, head.hash`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the audit log has no head')
  const cutOff = row.last === row.head_no && row.whole ? null : row.last + 1n
  const broken = row.broken ?? cutOff
  return {
    ok: broken === null,
    checked_at: new Date(nowMs()).toISOString(),
    entries: row.entries,
    broken_at: broken === null ? null : String(broken),
    head: row.head.toString('hex'),
  }
}
