import { formatUsd, micros, units } from '../../domain/money/money.ts'
import { valueOf } from '../../domain/money/rate.ts'
import type { Address } from '../../tron/encoding/address.ts'
import type { Context } from '../context.ts'
import { liveRate } from '../rate/queries.ts'
import { liftPause, raisePause } from '../pauses/pauses.ts'

type Watching = Pick<Context, 'config' | 'db' | 'tron' | 'log'>

const EVERY_MS = 60_000

/**
 * Watches how much the hot wallet holds. Its key is on a networked machine, so it should hold no
 * more than we can afford to lose. Above the limit we raise an alert; payouts continue.
 */
export function openFloatWatch(context: Watching, wallet: Address): { look(): Promise<void> } {
  let lookedMs = -Infinity
  return {
    async look() {
      if (performance.now() - lookedMs < EVERY_MS) return
      const held = await floatMicros(context, wallet)
      if (held === null) return
      lookedMs = performance.now()
      const { floatLimitMicros } = context.config
      if (held <= floatLimitMicros) return liftPause(context, 'float_limit')
      const figures = `$${formatUsd(held)}, which is more than $${formatUsd(floatLimitMicros)}`
      await raisePause(context, 'float_limit', `The hot wallet ${wallet} holds ${figures}.`)
    },
  }
}

/** What the wallet holds at market value; null while the chain or the rate is unavailable. */
async function floatMicros({ db, tron }: Watching, wallet: Address): Promise<bigint | null> {
  const live = await liveRate(db)
  const balances = await tron.balances(wallet)
  if (!live || !balances.ok) return null
  const { trx, usdt } = balances.value
  return valueOf('TRX', units(trx), live.rateE8) + micros(usdt)
}
