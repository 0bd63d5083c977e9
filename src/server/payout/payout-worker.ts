import type { Context } from '../context.ts'
import { sendMoves } from '../custody/send-moves.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { openDevelopmentFunds } from './development-funds.ts'
import { readDue } from './due-withdrawals.ts'
import { endQuarantines } from './quarantine.ts'
import { payWithdrawals } from './pay-withdrawals.ts'
import { readPayable } from './payable-withdrawals.ts'
import { openPayoutWallet, type PayoutWallet } from './payout-wallet.ts'
import { sendPayouts } from './send-payouts.ts'
import { maySign, clearGate, type GateOptions } from './signing-gate.ts'
import { openFloatWatch } from './watch-float.ts'

type Working = Pick<Context, 'config' | 'db' | 'book' | 'tron' | 'log' | 'stopping'>

const EVERY_MS = { production: 5_000, development: 1_000 }

/**
 * Pays approved withdrawals: store, send, watch, settle. Without a key (offline signing), it only
 * follows stored payouts. Any number of workers may run; the ledger writer lets only one of them
 * store a payout.
 */
export async function startPayoutWorker(context: Working): Promise<Worker> {
  const { config, log, stopping } = context
  const everyMs = config.production ? EVERY_MS.production : EVERY_MS.development
  const worker = await openPayouts(context)
  return repeat({ name: 'payouts', everyMs, log, stopping }, () => worker.round())
}

/** Runs one round at a time. The caller schedules the rounds. */
export async function openPayouts(
  context: Working,
  options: GateOptions = {},
): Promise<{ round(): Promise<void> }> {
  const { config, db } = context
  const wallet = config.payoutKey ? await openPayoutWallet(db, config.payoutKey) : null
  const funds = wallet ? openDevelopmentFunds(context, wallet.address) : null
  const unclear = new Set<number>()
  const float = wallet ? openFloatWatch(context, wallet.address) : null
  return {
    async round() {
      await endQuarantines(db)
      await sendPayouts(context, options)
      await sendMoves(context, options)
      // Without a key we sign nothing here, so what blocked an export clears on its own.
      if (!wallet) return clearGate(context)
      await funds?.refill()
      await float?.look()
      // Idle rounds make no node requests.
      const isDue = (await readDue(db, ['TRX', 'USDT'], 1)).length > 0
      if (!isDue) return idleRound(context, wallet)
      if (await maySign(context, wallet.address, options)) {
        await pay(context, wallet, options, unclear)
      }
    },
  }
}

/** Pays nothing. Withdrawals that come due wait until the next round checks the signing gate. */
async function idleRound(context: Working, wallet: PayoutWallet): Promise<void> {
  await clearGate(context)
  await readPayable(context, wallet.address)
}

async function pay(
  context: Working,
  wallet: PayoutWallet,
  options: GateOptions,
  unclear: Set<number>,
): Promise<void> {
  const stored = await payWithdrawals(context, wallet, options.validForMs, unclear)
  if (stored > 0) await sendPayouts(context, options)
}
