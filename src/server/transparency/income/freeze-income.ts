import { anyOf, countAll, sumOf } from '../../../db/expressions.ts'
import type { Tx } from '../../../db/types.ts'
import { KEPT_ACCOUNTS, PLAN_MARGIN } from '../../../domain/ledger/account.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import type { Json } from '../../../proof/canonical.ts'
import type { Cut, SheetPart } from '../sheet/part.ts'
import { addIncomeUntil } from './add-income.ts'
import { describeIncome } from './describe-income.ts'
import { readHistograms } from './read-histograms.ts'

/** The actual earnings, at the cutoff, of all members who ever paid for a seat. */
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
  const histograms = await readHistograms(tx)
  const places = await tx
    .selectFrom('plan_results')
    .select(['plan', 'places', 'fees', 'rewards'])
    .orderBy('plan')
    .execute()
  return describeIncome({ registered, together, payers, kept, margin, histograms, places })
}

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
