import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { itemAt } from '../../support/answer.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { startProduct, type Product } from '../../support/product.ts'
import { until } from '../../support/poll.ts'
import {
  callProduct,
  signInOperator,
  signUpMember,
  type Headers,
} from '../../support/product-calls.ts'
import { isLong } from '../../support/scale.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { DEVNET_BLOCK_MS: '50', LOG_LEVEL: 'debug' } })
})
afterAll(() => product.remove())

const call = <const M extends string, const U extends string>(
  ...[method, path, body, headers]: [method: M, path: U, body?: unknown, headers?: Headers]
) => callProduct(product, method, path, body, headers)

const faucet = (address: string, asset: string, amount: string) =>
  fetch(`${product.devnetUrl}/devnet/faucet`, {
    method: 'POST',
    body: JSON.stringify({ address, asset, amount }),
  })

// In every run, a member does this in the browser (browser/member/main-job.spec.ts).
test.runIf(isLong)('deposits TRX and USDT, activates a plan, and withdraws', async () => {
  const member = await signUpMember(product, 'mainjob')
  const deposits = [
    { cryptocurrency: 'USDT', crypto_amount: '10.2' },
    { cryptocurrency: 'TRX', crypto_amount: '40.8' },
  ]
  for (const { cryptocurrency, crypto_amount: amount } of deposits) {
    const figures = { original_amount: 10, fee_amount: 0.2, crypto_amount: amount }
    const body = { cryptocurrency, ...figures }
    const { body: asked } = await call('POST', 'transactions/deposit_ustd/', body, member)
    await faucet(asked.wallet_address, cryptocurrency, amount)
  }
  const me = async () => (await call('GET', 'accounts/me/', undefined, member)).body
  const patience = { deadlineMs: 30_000, everyMs: 100 }
  await until('both deposits', async () => (await me()).wallet_balance === '20.00', patience)

  const { id } = itemAt((await me()).profiles, 0)
  await call('POST', `accounts/profiles/${id}/wallet-activate/`, {}, member)
  expect((await me()).wallet_balance).toBe('19.00')

  const wallet = addressOfKey(newPrivateKey())
  await call('PATCH', 'accounts/me/update/', { wallet_address: wallet }, member)
  const asked = { amount: 10, payment_method: 'trx', payment_details: wallet }
  const { body: withdrawal } = await call('POST', 'rewards/withdrawals/', asked, member)
  expect(withdrawal).toMatchObject({ stage: 'pending', wallet_address: wallet })
  const operator = await signInOperator(product)
  const path = `operator/withdrawals/${withdrawal.id}/approve/` as const
  await call('POST', path, { revision: withdrawal.revision }, operator)
  const paid = await until(
    'the payout',
    async () => {
      const { body } = await call('GET', 'rewards/withdrawals/', undefined, member)
      return body.results.find(({ stage }) => stage === 'confirmed')
    },
    patience,
  )
  expect(paid).toMatchObject({ status: 'approved', net_amount: '9.50' })
  const account = await fetch(`${product.devnetUrl}/walletsolidity/getaccount`, {
    method: 'POST',
    body: JSON.stringify({ address: wallet, visible: true }),
  })
  expect(await account.json()).toMatchObject({ address: wallet, balance: 38_000_000 })
  expect((await me()).wallet_balance).toBe('9.00')
})

/** Every file below a directory, however deep. */
function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const Secrets = z.object({ payoutKey: z.string(), depositMnemonic: z.string() })

test.runIf(isLong)('leaves no private key in a log, table, or file', async () => {
  const secretsFile = join(product.dataDir, 'secrets.json')
  const { payoutKey, depositMnemonic } = Secrets.parse(
    JSON.parse(readFileSync(secretsFile, 'utf8')),
  )
  const traces = [
    Buffer.from(payoutKey),
    Buffer.from(payoutKey.toUpperCase()),
    Buffer.from(payoutKey, 'hex'),
    Buffer.from(Buffer.from(payoutKey, 'hex').toString('base64')),
    Buffer.from(depositMnemonic),
  ]
  const holds = (content: Buffer): boolean => traces.some((trace) => content.includes(trace))
  expect(holds(readFileSync(secretsFile))).toBe(true)
  expect(product.output().length).toBeGreaterThan(1_000)
  expect(holds(Buffer.from(product.output()))).toBe(false)
  // Tables, the WAL and the server's own logs are files of the data directory, written by now.
  await product.signal('SIGTERM')
  const files = filesIn(product.dataDir).filter((file) => file !== secretsFile)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => holds(readFileSync(file)))).toEqual([])
})
