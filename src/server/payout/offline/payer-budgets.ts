import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { refuseRetired } from '../../custody/own-wallets.ts'
import type { SignedBatch } from '../../custody/signing-batches.ts'
import {
  deductFrom,
  openPayoutBudget,
  WORST_TRX_SUN,
  type PayoutBudget,
} from '../../custody/wallet-budget.ts'
import type { GateOptions } from '../signing-gate.ts'
import { requireOpen, type Offline } from './offline-gate.ts'

type Budgets = ReadonlyMap<string, PayoutBudget>

/** The budgets of the paying wallets, if we may pay from them. */
export async function openPayers(
  deps: Offline,
  { payouts }: SignedBatch,
  gate: GateOptions | undefined,
): Promise<Budgets> {
  const payers = new Set(payouts.map(({ from }) => from))
  await refuseRetired(deps.db, payers)
  const budgets = new Map<string, PayoutBudget>()
  for (const payer of payers) {
    await requireOpen(deps, payer, gate)
    budgets.set(payer, await openPayoutBudget(deps, payer))
  }
  return budgets
}

/**
 * Whether the wallet can pay it besides the others, and then reserves that. Otherwise, it would
 * count as sent, but fail, or wait for coins until the file ends.
 */
export function isCovered(
  budgets: Budgets,
  { from, asset, amount, feeLimitSun }: SignedPayout,
): boolean {
  const budget = budgets.get(from)
  const worstSun = feeLimitSun > WORST_TRX_SUN ? feeLimitSun : WORST_TRX_SUN
  return budget !== undefined && deductFrom(budget, asset, amount, worstSun) === null
}
