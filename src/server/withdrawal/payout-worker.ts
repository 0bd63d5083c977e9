import type { Context } from '../context.ts'
import { sendMoves } from '../custody/send-moves.ts'
import { repeat, type Worker } from '../jobs/repeat.ts'
import { compareOutgoing, pauseWhileUnexplained } from './compare-outgoing.ts'
import { openDevelopmentFunds } from './development-funds.ts'
import { isHistoryLost, liftPause, raisePause } from './payout-pauses.ts'
import { payWithdrawals } from './pay-withdrawals.ts'
import { openPayoutWallet, type PayoutWallet } from './payout-wallet.ts'
import { sendPayouts } from './send-payouts.ts'
import { openFloatWatch } from './watch-float.ts'

type Paying = Pick<Context, 'config' | 'db' | 'book' | 'tron' | 'log' | 'stopping'>

export type PayoutOptions = {
  everyMs?: number
  /** How long a payout may be packed: ten minutes where nothing else is said. */
  validForMs?: number
  deadMarginMs?: number
}

const EVERY_MS = { production: 5_000, development: 1_000 }

/**
 * Pays approved withdrawals: store, send, watch, settle. Without a key (offline signing) it only
 * watches what was stored. Any number of workers may run: the book lets one of them store.
 */
export async function startPayoutWorker(
  context: Paying,
  options: PayoutOptions = {},
): Promise<Worker> {
  const { config, log, stopping } = context
  const usual = config.production ? EVERY_MS.production : EVERY_MS.development
  const worker = await openPayouts(context, options)
  const everyMs = options.everyMs ?? usual
  return repeat({ name: 'payouts', everyMs, log, stopping }, () => worker.round())
}

/** One round after the other, for whoever keeps the time. */
export async function openPayouts(
  context: Paying,
  options: PayoutOptions = {},
): Promise<{ round(): Promise<void> }> {
  const { config, db } = context
  const wallet = config.payoutKey ? await openPayoutWallet(db, config.payoutKey) : null
  const funds = wallet ? openDevelopmentFunds(context, wallet.address) : null
  const float = wallet ? openFloatWatch(context, wallet.address) : null
  let compared = false
  return {
    async round() {
      await sendPayouts(context, options)
      await sendMoves(context)
      if (!wallet) return
      if (!(await isChainAlive(context))) return
      if (!compared) await compareOutgoing(context, wallet.address)
      compared = true
      if (await pauseWhileUnexplained(context)) return
      if (await isHistoryLost(db)) return
      await funds?.refill()
      await float?.look()
      await pay(context, wallet, options)
    },
  }
}

/**
 * Whether the chain goes on. One that stands still, or about which the nodes differ, rests all new
 * payouts with an alarm. Throws while it cannot be read at all, which the next round may mend.
 */
async function isChainAlive(context: Paying): Promise<boolean> {
  const solid = await context.tron.solidHead()
  if (solid.ok) {
    await liftPause(context, 'chain')
    return true
  }
  const { kind, detail } = solid.trouble
  if (kind !== 'stale' && kind !== 'disagreement') throw new Error(`no payouts: ${kind}`)
  await raisePause(context, 'chain', `The solid head cannot be trusted: ${detail}.`)
  return false
}

async function pay(context: Paying, wallet: PayoutWallet, options: PayoutOptions): Promise<void> {
  const stored = await payWithdrawals(context, wallet, options.validForMs)
  if (stored > 0) await sendPayouts(context, options)
}
