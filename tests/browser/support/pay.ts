import type { Product } from '../../support/product.ts'

/** Pays from the devnet's treasury, in whole units of the asset. */
export async function payOnDevnet(
  product: Product,
  payment: { address: string; asset: 'TRX' | 'USDT'; amount: string },
): Promise<string> {
  const response = await fetch(`${product.devnetUrl}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  })
  if (!response.ok) throw new Error(`not paid: ${response.status} ${await response.text()}`)
  const { txid } = (await response.json()) as { txid: string }
  return txid
}
