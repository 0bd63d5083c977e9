import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDevnetInfo } from '../devnet/info.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { startProduct, type Product } from '../support/product.ts'
import { until } from '../support/poll.ts'
import { isLong } from '../support/scale.ts'
import {
  callProduct,
  signInOperator,
  signUpMember,
  type Headers,
} from '../support/product-calls.ts'

// `npm test` kills single steps of a payout, and a product under a random load.
const KILLS = 6
const PER_ROUND = 3

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { DEVNET_BLOCK_MS: '50', RATE_LIMITS: 'off' } })
})
afterAll(() => product.remove())

const ask = <const M extends string, const U extends string>(
  ...[method, path, body, headers]: [method: M, path: U, body?: unknown, headers?: Headers]
) => callProduct(product, method, path, body, headers)

const headOf = async () => (await readDevnetInfo(product.devnetUrl ?? '')).head

async function atDevnet(path: string, body: unknown): Promise<unknown> {
  const request = { method: 'POST', body: JSON.stringify(body) }
  return await (await fetch(`${product.devnetUrl}${path}`, request)).json()
}

/** Final receipts of an address, in sun. */
async function received(address: string): Promise<number> {
  const account = await atDevnet('/walletsolidity/getaccount', { address, visible: true })
  return z.object({ balance: z.number().default(0) }).parse(account).balance
}

async function approveAll(ids: readonly string[]): Promise<void> {
  const operator = await signInOperator(product)
  for (const id of ids) await ask('POST', `operator/withdrawals/${id}/approve/`, {}, operator)
}

async function withdraw(member: Headers): Promise<{ id: string; wallet: string }> {
  const wallet = addressOfKey(newPrivateKey())
  await ask('PATCH', 'accounts/me/update/', { wallet_address: wallet }, member)
  const body = { amount: 10, payment_method: 'trx' }
  const asked = await ask('POST', 'rewards/withdrawals/', body, member)
  return { id: asked.body.id, wallet }
}

test.runIf(isLong)(
  'completes deposits and payouts exactly once, whenever it is killed',
  async () => {
    const member = await signUpMember(product, 'survivor')
    const info = await ask('GET', 'transactions/usdt_wallet_info/', undefined, member)
    const address = info.body.wallet_address
    const patience = { deadlineMs: 40_000, everyMs: 100 }
    const balance = async () =>
      (await ask('GET', 'accounts/me/', undefined, member)).body.wallet_balance
    const deposit = async () => {
      const figures = { original_amount: 100, fee_amount: 2, crypto_amount: 102 }
      const body = { cryptocurrency: 'USDT', ...figures }
      await ask('POST', 'transactions/deposit_ustd/', body, member)
      await atDevnet('/devnet/faucet', { address, asset: 'USDT', amount: '102' })
    }
    await deposit()
    await until('the first deposit', async () => (await balance()) === '100.00', patience)

    const wallets: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const asked = []
      for (let at = 0; at < PER_ROUND; at += 1) asked.push(await withdraw(member))
      wallets.push(...asked.map(({ wallet }) => wallet))
      await deposit()
      await approveAll(asked.map(({ id }) => id))
      // Each time at another moment of the worker's second, by the clock of the chain's blocks.
      const from = await headOf()
      await until('a moment', async () => {
        return (await headOf()) >= from + kill * 7
      })
      await product.kill()
      await product.start()
      const paid = 100 * (kill + 2) - 10 * PER_ROUND * (kill + 1)
      await until('the deposit', async () => (await balance()) === `${paid}.00`, patience)
      await until('the payouts', async () => (await open(member)) === 0, patience)
    }
    // $9.50 at $0.25 is 38 TRX, and never 76.
    for (const wallet of wallets) expect(await received(wallet)).toBe(38_000_000)
  },
)

async function open(member: Headers): Promise<number> {
  const { body } = await ask('GET', 'rewards/withdrawals/?page_size=100', undefined, member)
  return body.results.filter(({ stage }) => stage !== 'confirmed').length
}
