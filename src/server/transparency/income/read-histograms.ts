import { sql } from 'kysely'
import type { Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { histogramsOf, type MemberCount, type MemberHistograms } from './histograms.ts'

/**
 * Members who paid a joining fee, by plan, month of their first fee, and amount. Results and fees
 * are in cents, rounded down, which never makes a loss smaller.
 */
async function countMembers(tx: Tx): Promise<MemberCount[]> {
  const { rows } = await sql<MemberCount>`
    select plan, to_char(first_paid_at at time zone 'UTC', 'YYYY-MM') as month, measure, amount,
      count(*)::int as members
    from member_results, lateral (values
      ('result', floor((rewards - paid - charges) / 10000.0)::bigint),
      ('paid', floor(paid / 10000.0)::bigint),
      ('rewards', rewards)) as measured(measure, amount)
    where first_paid_at is not null and member_no <> ${HOUSE}
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export const readHistograms = async (tx: Tx): Promise<MemberHistograms> =>
  histogramsOf(await countMembers(tx))
