import { sql } from 'kysely'
import type { withdrawalFlags } from '../../contract/subjects/withdrawal.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'

export type Flag = (typeof withdrawalFlags)[number]

/** An operator reviews members who make more requests than this within a day. */
const USUAL_IN_A_DAY = 3

type FlagRow = RowOf<'withdrawals', 'no'> & Record<Flag, boolean>

/** Warning signs for operators, by withdrawal number, in one statement. */
export async function readFlags(
  db: Db | Tx,
  numbers: readonly number[],
): Promise<Map<number, Flag[]>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<FlagRow>`
    select w.no,
      not exists (select 1 from withdrawals before where before.member_no = w.member_no
        and before.no < w.no and before.state = 'confirmed'
        and before.address = w.address) as new_address,
      not exists (select 1 from withdrawals before where before.member_no = w.member_no
        and before.no < w.no and before.state in ('approved', 'sent', 'confirmed'))
        as first_withdrawal,
      (exists (select 1 from identities other where other.wallet_address = w.address
          and other.member_no <> w.member_no)
        or exists (select 1 from withdrawals other where other.address = w.address
          and other.member_no <> w.member_no)) as shared_address,
      (select count(*) from withdrawals lately where lately.member_no = w.member_no
        and lately.no <= w.no
        and lately.requested_at > w.requested_at - interval '1 day')
        > ${USUAL_IN_A_DAY} as velocity,
      w.hold_until > now() and w.state = 'pending' as on_hold
    from withdrawals w where w.no = any(${numbers}::int[])`.execute(db)
  const names = [
    'new_address',
    'first_withdrawal',
    'shared_address',
    'velocity',
    'on_hold',
  ] as const
  return new Map(rows.map((row) => [row.no, names.filter((name) => row[name])]))
}
