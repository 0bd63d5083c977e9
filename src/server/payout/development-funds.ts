import { formatUnits, units, type Coin } from '../../domain/money/money.ts'
import { RATE_SCALE } from '../../domain/money/rate.ts'
import type { Address } from '../../tron/encoding/address.ts'
import { isPublicNetwork } from '../../tron/encoding/networks.ts'
import type { Context } from '../context.ts'
import { faucetOf, payFromFaucet } from '../chain/test-faucet.ts'
import { liveRate } from '../rate/queries.ts'

type Funding = Pick<Context, 'config' | 'db' | 'tron' | 'log'>

const MIN_FUNDS: Record<Coin, bigint> = { TRX: 1_000_000_000n, USDT: 200_000_000n }
const TIMEOUT_MS = 60_000

/**
 * In development, the devnet's treasury fills the payout wallet so that payouts work out of the
 * box. The chain watcher books these transfers. Each coin gets at most two fifths of the float
 * limit, so that this alone never triggers the alert. Null in production, and with nodes elsewhere,
 * which must not learn of the wallet.
 */
export function openDevelopmentFunds(
  context: Funding,
  address: Address,
): { refill(): Promise<void> } | null {
  const { config, db, tron, log } = context
  const faucet = faucetOf(config)
  if (faucet === null) return null
  let askedMs = -Infinity
  return {
    async refill() {
      // The requested coins arrive in a later block.
      if (performance.now() - askedMs < TIMEOUT_MS) return
      // A node of a public network may run here, too, or a tunnel to one.
      const genesis = await tron.genesisId()
      if (!genesis.ok || isPublicNetwork(genesis.value)) return
      const [live, balances] = [await liveRate(db), await tron.balances(address)]
      if (!live || !balances.ok) return
      const share = (config.floatLimitMicros * 2n) / 5n
      const wanted = { TRX: (share * RATE_SCALE) / live.rateE8, USDT: share }
      const held = { TRX: balances.value.trx, USDT: balances.value.usdt }
      for (const coin of config.usdtPayouts ? (['TRX', 'USDT'] as const) : (['TRX'] as const)) {
        const missing = wanted[coin] - held[coin]
        if (held[coin] >= MIN_FUNDS[coin] || missing <= 0n) continue
        askedMs = performance.now()
        const payment = { address, asset: coin, amount: formatUnits(units(missing)) }
        const txid = await payFromFaucet(faucet, payment)
        if (txid !== null) log.info({ ...payment, txid }, 'the devnet fills the payout wallet')
      }
    },
  }
}
