import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { requestDepositFor, SOLID_AFTER, verify } from '../../api/support/money-world.ts'
import { openOddWorld, type OddWorld } from './three-nodes.ts'

// Nodes keep different internal transactions: none, those that move coins, or staking as well. TRX
// that a contract sent is the same transfer at each of them.

let world: OddWorld['world']
let odd: OddWorld['odd']
let close: OddWorld['close']
beforeAll(async () => {
  ;({ world, odd, close } = await openOddWorld())
})
beforeEach(() => {
  odd.rewrite = () => undefined
})
afterAll(() => close())

const FIGURES = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
const STAKE = { hash: 'ab', note: Buffer.from('freezeBalanceV2ForEnergy').toString('hex') }

/** A member with an open request, and a contract's final payment to the member. */
async function paidByContract(name: string) {
  const member = await world.member(name)
  const { body } = await requestDepositFor(member, 'TRX', FIGURES)
  const transfers = [{ address: member.address, amount: '41.5' }]
  const { txid } = await world.switch('internal', { transfers })
  await world.mine(SOLID_AFTER)
  const receive = () => verify(member, body.request_id, txid)
  return { member, receive, scan: () => openWatcher(world.edge.context).round() }
}

const transfersOf = (member: number) =>
  world.edge.db
    .selectFrom('transfers')
    .select(['amount', 'log_index'])
    .where('member_no', '=', member)
    .execute()

test('books a contract’s TRX once, although one node lists staking before it', async () => {
  odd.rewrite = (path, answer) => {
    if (!path.endsWith('gettransactioninfobyid')) return
    const receipt = answer as unknown as { internal_transactions?: object[] }
    receipt.internal_transactions?.unshift(STAKE)
  }
  const { member, receive, scan } = await paidByContract('stakedbefore')
  expect((await receive()).problem.code).toBe('amount_mismatch')
  odd.rewrite = () => ({ hangUp: 'yes' })
  await scan()
  expect(await transfersOf(member.no)).toEqual([{ amount: 41_500_000n, log_index: 0 }])
})

test('finds a contract’s TRX by its hash, although the first node keeps none', async () => {
  odd.rewrite = (path, answer) => {
    if (path.includes('gettransactioninfo'))
      delete (answer as { internal_transactions?: unknown }).internal_transactions
  }
  const { member, receive } = await paidByContract('keptelsewhere')
  expect((await receive()).problem.code).toBe('amount_mismatch')
  expect(await transfersOf(member.no)).toHaveLength(1)
})
