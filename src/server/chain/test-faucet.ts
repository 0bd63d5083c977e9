import { z } from 'zod'
import { asJson, asText } from '../../tron/encoding/json.ts'
import type { Config } from '../config/config.ts'

export const TestPayment = z.object({
  address: z.string(),
  asset: z.enum(['TRX', 'USDT']),
  amount: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/),
})

/** Where the devnet's faucet is; null in production and with another network. */
export function faucetOf({ production, tronApiUrls }: Config): URL | null {
  const node = tronApiUrls?.[0]
  if (production || node === undefined) return null
  const isHere = ['127.0.0.1', 'localhost'].includes(new URL(node).hostname)
  return isHere ? new URL('/devnet/faucet', node) : null
}

/**
 * Pays from the devnet's treasury. Other networks have no faucet.
 * @returns the transaction's id, or null if nobody accepted it
 */
export async function payFromFaucet(
  faucet: URL,
  payment: z.infer<typeof TestPayment>,
): Promise<string | null> {
  const response = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null)
  if (!response?.ok) return null
  return asText(asJson(await response.json()).txid)
}
