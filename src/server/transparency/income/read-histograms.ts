import { sql } from 'kysely'
import type { Tx } from '../../../db/types.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { histogramsOf, type MemberCount, type MemberHistograms } from './histograms.ts'

/**
 * Members who paid a joining fee, by plan, month of their first fee, and amount. Results and fees
 * are in cents, rounded down, so a loss never looks smaller. We first count members with equal
 * amounts, because there are few such combinations, and derive the rows from these counts.
 */
async function countMembers(tx: Tx): Promise<MemberCount[]> {
  const { rows } = await sql<MemberCount>`
    with alike as (
      select plan, date_trunc('month', first_paid_at at time zone 'UTC') as month, paid, rewards,
        rewards - paid - charges as result, count(*) as members
      from member_results where first_paid_at is not null and member_no <> ${HOUSE}
      group by 1, 2, 3, 4, 5)
    select plan, to_char(month, 'YYYY-MM') as month, measure, amount, sum(members)::int as members
    from alike, lateral (values
      ('result', result / 10000 - (result % 10000 < 0)::int),
      ('paid', paid / 10000),
      ('rewards', rewards)) as measured(measure, amount)
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export const readHistograms = async (tx: Tx): Promise<MemberHistograms> =>
  histogramsOf(await countMembers(tx))
