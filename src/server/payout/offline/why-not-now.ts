import { isAboutOne, type TroubleKind } from '../../../tron/node/trouble.ts'
import type { SignedPayout } from '../../../tron/signer/payout-file.ts'
import { checkReceiver } from '../check-receiver.ts'
import type { Due } from '../due-withdrawals.ts'
import { isQuarantined, quarantineWithdrawal } from '../quarantine.ts'
import { usdtPauseReason, wouldFail } from '../usdt-pause.ts'
import { hasEarlier, type Offline } from './offline-gate.ts'

/** What the nodes can't tell at the moment. */
export class Unclear extends Error {
  /** Otherwise, the nodes are away. */
  readonly isAboutOne: boolean

  constructor(kind: TroubleKind, why: string = kind) {
    super(why)
    this.isAboutOne = isAboutOne({ kind })
  }
}

/** What has happened to a withdrawal, its receiver, or the fees since the export. */
export async function whyNotNow(
  deps: Offline,
  payout: SignedPayout,
  due: Due | undefined,
): Promise<'earlier_attempt' | 'not_payable' | 'not_due' | 'fee_risen' | Unclear | null> {
  if (await hasEarlier(deps, Number(payout.id))) return 'earlier_attempt'
  // The rules refuse one that isn't approved, or whose attempt has failed.
  if (!due || due.attempt !== payout.attempt) return null
  const unclear: Unclear[] = []
  const to = await checkReceiver(deps, payout.from, due, (_, { kind }) => {
    unclear.push(new Unclear(kind))
    return null
  })
  if (unclear[0]) return unclear[0]
  // Otherwise, someone rejected it, or withdrew an approval, while we asked the nodes.
  if (to === null) return (await isQuarantined(deps.db, due.no)) ? 'not_payable' : 'not_due'
  return payout.asset === 'USDT' ? await whyFeeFails(deps, payout) : null
}

/**
 * Why the transfer would fail, and burn its fee for nothing. Staked energy may be used up before we
 * send it.
 */
async function whyFeeFails(
  deps: Offline,
  payout: SignedPayout,
): Promise<'not_payable' | 'fee_risen' | Unclear | null> {
  const fee = await deps.tron.estimateFee(payout)
  if (fee.ok) return fee.value.callSun > payout.feeLimitSun ? 'fee_risen' : null
  if (fee.trouble.kind === 'fee_ceiling') return 'fee_risen'
  const isOne = fee.trouble.kind === 'reverted'
  const why = isOne ? await usdtPauseReason(deps, payout, fee.trouble) : fee.trouble.kind
  if (why !== null) return new Unclear(fee.trouble.kind, why)
  await quarantineWithdrawal(deps, { no: Number(payout.id) }, wouldFail(fee.trouble))
  return 'not_payable'
}
