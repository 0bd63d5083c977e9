import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { KEPT_ACCOUNTS, PLAN_MARGIN } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import { formatUsd } from '../../../domain/money/money.ts'
import type { Json } from '../../../proof/canonical.ts'
import type { Cut, SheetPart } from '../sheet/part.ts'
import { addIncomeUntil } from './add-income.ts'
import { describeGroup, membersIn, mergeSmall, type Histograms } from './groups.ts'
import { readHistograms } from './read-histograms.ts'

/** What all members who ever paid for a place really earned, at the cut. */
export const incomePart: SheetPart = {
  name: 'income',
  async read(atCut, cut, db) {
    await addIncomeUntil(db, cut.journal)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => freeze(tx, atCut, cut))
  },
}

async function freeze(tx: Tx, atCut: Tx | Db, cut: Cut): Promise<Json> {
  const { mark, together, payers } = await readSums(tx)
  const { kept, margin, registered } = await readBooks(atCut)
  if (mark !== BigInt(cut.journal)) throw new Error(`results are of journal ${mark}, not the cut`)
  const { all, plans, months } = await readHistograms(tx)
  const places = await tx.selectFrom('plan_results').selectAll().orderBy('plan').execute()
  // What members lost together is what the house kept. A sheet that breaks this would be wrong.
  const planned = places.reduce((sum, { fees, rewards }) => sum + fees - rewards, 0n)
  const counts = Object.values(all).map(membersIn)
  if (together !== -kept || planned !== margin || counts.some((each) => each !== payers)) {
    throw new Error(`members lost ${-together}, the house kept ${kept}; margin ${margin}`)
  }
  return {
    v: 1,
    registered,
    together: formatUsd(together),
    house_kept: formatUsd(kept),
    all: describeGroup(all),
    plans: mergeSmall(plans).map(({ keys, histograms }) => ({
      plans: keys.map((key) => PLAN_NAMES[key] ?? ''),
      ...describeGroup(histograms),
    })),
    months: mergeSmall(months).map(({ keys, histograms }) => showMonths(keys, histograms)),
    places: places.map(({ plan, places: count, fees, rewards }) => ({
      plan: PLAN_NAMES[plan] ?? '',
      places: count,
      fees: formatUsd(fees),
      paid_out: formatUsd(rewards),
      kept: formatUsd(fees - rewards),
    })),
  }
}

const showMonths = (keys: readonly string[], histograms: Histograms) => ({
  from: keys[0] ?? '',
  to: keys.at(-1) ?? '',
  ...describeGroup(histograms),
})

async function readSums(tx: Tx) {
  const { rows } = await sql<{ mark: bigint; together: bigint; payers: number }>`
    select (select journal_no from income_mark) as mark,
      coalesce(sum(rewards - paid - charges), 0)::bigint as together,
      (count(*) filter (where first_paid_at is not null and member_no <> ${HOUSE}))::int as payers
    from member_results`.execute(tx)
  return rows[0] ?? { mark: 0n, together: 0n, payers: 0 }
}

async function readBooks(atCut: Tx | Db) {
  const { rows } = await sql<{ kept: bigint; margin: bigint; registered: number }>`
    select coalesce(sum(balance), 0)::bigint as kept,
      coalesce(sum(balance) filter (where no = ${PLAN_MARGIN}), 0)::bigint as margin,
      (select coalesce(max(no), ${HOUSE}) - ${HOUSE} from members) as registered
    from accounts where no = any(${KEPT_ACCOUNTS}::bigint[])`.execute(atCut)
  return rows[0] ?? { kept: 0n, margin: 0n, registered: 0 }
}
