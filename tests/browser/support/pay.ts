import { z } from 'zod'
import { until } from '../../support/poll.ts'
import type { Product } from '../../support/product.ts'

type Payment = { address: string; asset: 'TRX' | 'USDT'; amount: string }

/** Pays from the devnet's treasury, in whole units of the asset. */
export async function payOnDevnet(product: Product, payment: Payment): Promise<string> {
  const response = await fetch(`${product.devnetUrl}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  })
  if (!response.ok) throw new Error(`not paid: ${response.status} ${await response.text()}`)
  const { txid } = (await response.json()) as { txid: string }
  return txid
}

/** The same, and waits for the transaction's block. */
export async function payInBlock(product: Product, payment: Payment): Promise<string> {
  const txid = await payOnDevnet(product, payment)
  const url = `${product.devnetUrl}/wallet/gettransactioninfobyid`
  await until('its block', async () => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ value: txid }) })
    return 'blockNumber' in z.record(z.string(), z.unknown()).parse(await answer.json())
  })
  return txid
}
