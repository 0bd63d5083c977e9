import type { Tx } from '../../db/types.ts'
import type { Checked } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import { holdOffClaims, readClaims, type ClaimShape } from '../claims/claims.ts'
import { readMaybePaid } from './maybe-paid.ts'

type Claim = NonNullable<ClaimShape>
type Return = { readonly withdrawal: number; readonly isBarredBy: (claim: Claim) => boolean }

/**
 * For batch hooks that return withdrawals: keeps new claims away until the COMMIT, and refuses what
 * an operator may be paying from another wallet, and what is or may be paid.
 * @param returns what to return, and which claims forbid it; null for commands that return nothing
 */
export async function checkReturns(
  tx: Tx,
  returns: readonly (Return | null)[],
): Promise<Checked[]> {
  const withdrawals = returns.flatMap((each) => each?.withdrawal ?? [])
  const [free, claims, paid] = await Promise.all([
    holdOffClaims(tx, withdrawals),
    readClaims(tx, 'withdrawals', withdrawals),
    readMaybePaid(tx, withdrawals),
  ])
  return returns.map((each) => {
    if (each === null) return []
    const { withdrawal, isBarredBy } = each
    if (paid.has(withdrawal)) {
      return new DoneElsewhere(`a payout of withdrawal ${withdrawal} may be on chain`)
    }
    const claim = claims.get(String(withdrawal))
    const mayReturn = free.has(withdrawal) && !(claim && isBarredBy(claim))
    return mayReturn ? [] : new DoneElsewhere(`withdrawal ${withdrawal} is claimed`)
  })
}
