import { anyOf, countAll, sumOf } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
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

async function freeze(tx: Tx, atCut: Tx, cut: Cut): Promise<Json> {
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
  const { mark, together, payers } = await tx
    .selectFrom('member_results')
    .select((eb) => [
      eb.selectFrom('income_mark').select('journal_no').$asScalar().as('mark'),
      sumOf(eb(eb('rewards', '-', eb.ref('paid')), '-', eb.ref('charges'))).as('together'),
      eb
        .selectFrom('member_results')
        .select(countAll.as('count'))
        .where('first_paid_at', 'is not', null)
        .where('member_no', '<>', HOUSE)
        .$asScalar()
        .as('payers'),
    ])
    .executeTakeFirstOrThrow()
  return { mark, together, payers }
}

const USD_KEPT = KEPT_ACCOUNTS.map(BigInt)

async function readBooks(atCut: Tx) {
  const rows = await atCut
    .selectFrom('accounts')
    .select(['no', 'balance'])
    .where('no', '=', anyOf(USD_KEPT, 'bigint'))
    .execute()
  const last = await atCut
    .selectFrom('members')
    .select(({ fn }) => fn.max('no').as('no'))
    .executeTakeFirst()
  const kept = rows.reduce((sum, { balance }) => sum + balance, 0n)
  const margin = rows.find(({ no }) => no === BigInt(PLAN_MARGIN))?.balance ?? 0n
  return { kept, margin, registered: (last?.no ?? HOUSE) - HOUSE }
}
