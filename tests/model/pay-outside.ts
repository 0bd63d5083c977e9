/** The operator pays withdrawals from another wallet, and records each payment. */
import { fromHex } from '../../src/tron/encoding/hex.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { buildTransfer } from '../../src/tron/transaction/build.ts'
import { addressOfKey, signTransaction } from '../../src/tron/transaction/signature.ts'
import { until } from '../support/poll.ts'
import type { World } from './acts.ts'
import { part, text, type Wire } from './http.ts'
import { callAsOperator, type Operator } from './operator.ts'

const key = newPrivateKey()
const from = addressOfKey(key)
/** A dollar buys four TRX on the devnet. */
const SUN_PER_CENT = 40_000n
/** Shorter than a claim, which keeps the worker from paying. */
const EXPIRATION_MS = 240_000
const patience = { deadlineMs: 120_000, everyMs: 100 }

/** A node's answer. Repeats while the devnet is down with the product. */
async function askNode({ product }: World, path: string, body: object): Promise<Wire> {
  return await until(
    `an answer of the node to ${path}`,
    async () => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${product.devnetUrl}/${path}`, init)
      return (await response.json()) as Wire
    },
    patience,
  )
}

/** Gives the other wallet enough for all rounds. */
export async function fillOtherWallet(world: World): Promise<void> {
  const funds = { address: from, asset: 'TRX', amount: '100000' }
  await askNode(world, 'devnet/faucet', funds)
  await until(
    'the other wallet to be filled',
    async () => {
      const account = await askNode(world, 'walletsolidity/getaccount', {
        address: from,
        visible: true,
      })
      return text(account, 'balance') !== ''
    },
    patience,
  )
}

/**
 * Claims an approved withdrawal, pays it, and records the transaction. Does nothing if the worker
 * was faster.
 */
export async function payOutside(world: World, operator: Operator, id: string): Promise<void> {
  const path = `operator/withdrawals/${id}/`
  const claim = `operator/queues/withdrawals/${id}/claim/`
  const claimed = await callAsOperator(world, operator, { method: 'POST', path: claim, body: {} })
  if (claimed.status !== 200) return
  const { body } = await callAsOperator(world, operator, { method: 'GET', path })
  if (text(body, 'stage') !== 'approved') return
  const txid = await pay(world, text(body, 'wallet_address'), text(body, 'net_amount'))
  operator.paidOutside.push(txid)
  await until(
    'the payment to be recorded',
    async () => {
      const { status } = await callAsOperator(world, operator, {
        method: 'POST',
        path: `${path}sent/`,
        body: { transaction_hash: txid },
        headers: { 'idempotency-key': `sent-${id}-${txid}-${operator.tries++}` },
      })
      return status === 200
    },
    patience,
  )
}

/** Broadcasts the same transaction until it is in a block, so it pays once. */
async function pay(world: World, to: string, amount: string): Promise<string> {
  const head = await askNode(world, 'walletsolidity/getnowblock', {})
  const timestamp = Number(text(part(part(head, 'block_header'), 'raw_data'), 'timestamp'))
  const built = buildTransfer({
    asset: 'TRX',
    from,
    to: to as typeof from,
    amount: BigInt(amount.replace('.', '')) * SUN_PER_CENT,
    refBlockId: text(head, 'blockID'),
    timestampMs: Date.now(),
    expirationMs: Math.max(Date.now(), timestamp) + EXPIRATION_MS,
    usdtContract: from,
    feeLimitSun: 0n,
  })
  const { signedHex } = signTransaction(fromHex(built.rawHex) ?? new Uint8Array(), key)
  await until(
    'the payment to be in a block',
    async () => {
      await askNode(world, 'wallet/broadcasthex', { transaction: signedHex })
      const found = await askNode(world, 'wallet/gettransactioninfobyid', { value: built.txid })
      return 'blockNumber' in found
    },
    patience,
  )
  return built.txid
}
