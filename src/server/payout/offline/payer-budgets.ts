import type { Db } from '../../../db/types.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { refuseRetired } from '../../custody/own-wallets.ts'
import type { SignedBatch } from '../../custody/signed-batch.ts'
import {
  deductFrom,
  mostBurned,
  openPayoutBudget,
  readCommitted,
  readNewest,
  worstOfOrder,
  type Newest,
  type PayoutBudget,
} from '../../custody/wallet-budget.ts'
import type { GateOptions } from '../signing-gate.ts'
import { requireOpen, type Offline } from './offline-gate.ts'

/** A budget, and the newest payout and move before it. */
type Budgets = ReadonlyMap<string, { budget: PayoutBudget; since: Newest }>

/** The budgets of the paying wallets, if we may pay from them. */
export async function openPayers(
  deps: Offline,
  { payouts }: SignedBatch,
  gate: GateOptions | undefined,
): Promise<Budgets> {
  const payers = new Set(payouts.map(({ from }) => from))
  await refuseRetired(deps.db, payers)
  const budgets = new Map<string, { budget: PayoutBudget; since: Newest }>()
  for (const payer of payers) {
    await requireOpen(deps, payer, gate)
    // First: what someone stores in between counts twice then, and not never.
    const since = await readNewest(deps.db)
    budgets.set(payer, { budget: await openPayoutBudget(deps, payer), since })
  }
  return budgets
}

/**
 * Whether the wallet can pay it besides what this import and others have stored since the budget
 * was read. Otherwise, it would count as sent, but fail, or wait for coins until the file ends.
 */
export async function isCovered(
  db: Db,
  budgets: Budgets,
  { from, asset, amount, feeLimitSun }: SignedPayout,
): Promise<boolean> {
  const payer = budgets.get(from)
  if (!payer) return false
  const { budget, since } = payer
  const { sun, usdt } = await readCommitted(db, from, mostBurned, since)
  const left = { ...budget, TRX: budget.TRX - sun, USDT: budget.USDT - usdt }
  return deductFrom(left, asset, amount, worstOfOrder(feeLimitSun)) === null
}
