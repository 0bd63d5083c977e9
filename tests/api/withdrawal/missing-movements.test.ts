import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import type { MoneyWorld } from '../support/money-world.ts'
import { asList } from '../../../src/tron/encoding/json.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openRewritingNode } from '../../support/rewriting-node.ts'
import { isLong } from '../../support/scale.ts'
import { approveFor, callFor, openPayingFinance } from './open-finance.ts'
import { until } from '../../support/poll.ts'

// The record of final blocks may lack the movement by which an outside wallet paid a withdrawal.

const VIEWS = ['keeper', 'one', 'two']

let world: MoneyWorld
let headers: Record<string, string>
beforeAll(async () => {
  ;({ world, headers } = await openPayingFinance())
})
afterAll(() => world.close())

/** A process that has just started, with three nodes. */
async function restart(): Promise<void> {
  world.edge.context.tron = world.nodes(...VIEWS)
  world.restartWatcher()
}

/** Only one of the three nodes keeps internal transactions. */
async function keepNone(): Promise<void> {
  for (const node of ['one', 'two']) await world.switch('profile', { node, keeps_internal: false })
}

const approved = (name: string) => approveFor(world, headers, name)
type Approved = Awaited<ReturnType<typeof approved>>

const round = async () => (await world.openPayouts()).round()

/** Pays a withdrawal with TRX from a contract, after a stranger, and records it as sent. */
async function payByContract({ wallet, id }: Approved): Promise<string> {
  const stranger = { address: addressOfKey(newPrivateKey()), amount: '1' }
  const transfers = [stranger, { address: wallet, amount: '38' }]
  const { txid } = await world.switch('internal', { transfers })
  await world.mine(1)
  const sent = await callFor(world, headers, id, 'sent', { transaction_hash: txid })
  expect([sent.status, sent.body]).toMatchObject([200, { stage: 'sent' }])
  return txid
}

const payoutOf = (txid: string) =>
  world.edge.db
    .selectFrom('payouts')
    .select('no')
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()

const shown = async ({ member }: Approved) =>
  (await member.get('rewards/withdrawals/')).body.results[0]

test.runIf(isLong)(
  'keeps a payment that only a node that is down reports, until it is back',
  async () => {
    const payment = await approved('dropped')
    const { member, id } = payment
    await keepNone()
    await restart()
    const txid = await payByContract(payment)
    const closed = ['gettransactioninfobyid', 'gettransactioninfobyblocknum']
    await world.switch('profile', { node: 'keeper', closed })
    await restart()
    await world.settle()
    await round()
    expect(await shown(payment)).toMatchObject({ stage: 'sent', transaction_hash: txid })
    const cancelled = await member.post(`rewards/withdrawals/${id}/cancel/`)
    expect([cancelled.status, cancelled.code]).toEqual([409, 'wrong_state'])
    const { no } = await payoutOf(txid)
    const { body } = await world.edge.call('GET', `/api/operator/payouts/${no}/`, { headers })
    expect(body.last_answer).toContain('no node reports this payment')

    await world.switch('clear-faults', {})
    await keepNone()
    // A node that was down isn't asked again right away.
    await until('the payment to be confirmed', async () => {
      await world.edge.db.updateTable('payouts').set({ broadcast_at: null }).execute()
      await round()
      return (await shown(payment))?.stage === 'confirmed'
    })
    expect(await shown(payment)).toMatchObject({ transaction_hash: txid })
  },
)

test('finds a payment among more movements than the record keeps', async () => {
  const crowd = await openRewritingNode(world.devnet.url)
  try {
    // The stranger is paid a thousand times more.
    crowd.rewrite = (path, answer) => {
      const receipts = path.includes('gettransactioninfo') ? [answer].flat() : []
      for (const receipt of receipts) {
        const [first, ...others] = asList(receipt.internal_transactions)
        if (others.length === 0) continue
        receipt.internal_transactions = [...Array.from({ length: 1_001 }, () => first), ...others]
      }
    }
    const { usdtContract } = world.devnet.info
    const nodes = [{ url: crowd.url, ratePerSecond: 10_000 }]
    world.edge.context.tron = openTronNodes({ nodes, usdtContract, headLastsMs: 0 })
    world.restartWatcher()
    const payment = await approved('crowd')
    const txid = await payByContract(payment)
    await world.settle()
    await round()
    expect(await shown(payment)).toMatchObject({ stage: 'confirmed', transaction_hash: txid })
  } finally {
    await crowd.stop()
  }
})
