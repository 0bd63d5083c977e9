import type { Address } from '../../tron/address.ts'
import { asJson, asText } from '../../tron/json.ts'
import type { Context } from '../context.ts'

const LEAST_SUN = 1_000_000_000n
const REFILL = { asset: 'TRX', amount: '50000' }
const PATIENCE_MS = 60_000

type Funding = Pick<Context, 'config' | 'tron' | 'log'>

/**
 * In development the devnet's treasury fills the payout wallet, so that payouts work by
 * themselves; the chain watcher books what arrives. Null in production and on any other network.
 */
export function openDevelopmentFunds(
  { config, tron, log }: Funding,
  address: Address,
): { refill(): Promise<void> } | null {
  const node = config.tronApiUrls?.[0]
  if (config.production || node === undefined) return null
  let askedMs = 0
  return {
    async refill() {
      // What was asked for arrives with a later block.
      if (Date.now() - askedMs < PATIENCE_MS) return
      const account = await tron.account(address)
      if (!account.ok || account.value.balanceSun >= LEAST_SUN) return
      askedMs = Date.now()
      const response = await fetch(new URL('/devnet/faucet', node), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...REFILL, address }),
        redirect: 'error',
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null)
      // Another network has no faucet: its wallet is filled by its owner.
      if (!response?.ok) return
      const { txid } = asJson(await response.json())
      log.info({ address, txid: asText(txid) }, 'the devnet fills the payout wallet')
    },
  }
}
