import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { creditIncoming } from '../../../src/server/deposit/incoming/credit-transfers.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { storeWallet } from '../../../src/server/custody/own-wallets.ts'
import { addressHex, requireAddress } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { signInStaff } from '../../api/support/staff-edge.ts'
import { SOLID_AFTER, type MoneyMember } from '../../api/support/money-world.ts'
import { nodesWithOdd, openOddWorld, type OddWorld } from './three-nodes.ts'
import { isLong } from '../../support/scale.ts'

// A node makes up TRX that a contract sent. Its word about the balance isn't enough either.

let world: OddWorld['world']
let odd: OddWorld['odd']
let close: OddWorld['close']
beforeAll(async () => {
  ;({ world, odd, close } = await openOddWorld())
})
beforeEach(async () => {
  odd.rewrite = () => undefined
  await world.switch('clear-faults', {})
  world.edge.context.tron = nodesWithOdd(world, odd, 0)
})
afterAll(() => close())

const watch = () => openWatcher(world.edge.context).round()

/** Has the odd node report 40 TRX for an address, as a payment and as its balance. */
async function makeUp(address: string): Promise<void> {
  const hex = addressHex(requireAddress(address))
  const entry = {
    hash: 'ab',
    caller_address: addressHex(world.devnet.info.treasury),
    transferTo_address: hex,
    callValueInfo: [{ callValue: 40_000_000 }],
    note: '63616c6c',
  }
  odd.rewrite = (path, answer, question) => {
    if (path.endsWith('infobyblocknum')) {
      for (const receipt of answer) receipt.internal_transactions = [entry]
    }
    if (path.endsWith('/getaccount') && question.address === hex) {
      Object.assign(answer, { address: hex, balance: 40_000_000 })
    }
  }
  await world.pay(addressOfKey(newPrivateKey()), 'USDT', '1')
  await world.mine(SOLID_AFTER)
  await watch()
}

async function silenceTheOthers(): Promise<void> {
  for (const node of ['b', 'c']) {
    await world.switch('fault', { kind: 'unavailable', count: 1_000, node })
  }
}

async function waitingOf(member: MoneyMember): Promise<string> {
  const { body } = await member.get('transactions/unattributed/')
  expect(body.results).toHaveLength(1)
  return body.results[0]?.id ?? ''
}

const accept = async (member: MoneyMember, id: string) => {
  const { status, code } = await member.post(`transactions/unattributed/${id}/accept/`)
  return [status, code]
}

test('counts no payment for another one that the scan hasn’t read yet', async () => {
  const member = await world.member('paidreally')
  await makeUp(member.address)
  const id = await waitingOf(member)
  odd.rewrite = () => undefined
  await world.pay(member.address, 'TRX', '40')
  await world.mine(SOLID_AFTER)
  // The member accepts in the moment before the scan reads the block of the real payment.
  const accepted = accept(member, id)
  await watch()
  expect(await accepted).toEqual([409, 'needs_review'])
  expect(await accept(member, id)).toEqual([409, 'needs_review'])
  expect(await member.balance()).toBe('0.00')
})

test.runIf(isLong)(
  'doesn’t take the word of a node for a balance while the others are silent',
  async () => {
    const member = await world.member('paidneither')
    await makeUp(member.address)
    const id = await waitingOf(member)
    expect(await accept(member, id)).toEqual([409, 'needs_review'])
    await silenceTheOthers()
    expect(await accept(member, id)).toEqual([503, 'chain_unavailable'])
    expect(await member.balance()).toBe('0.00')
  },
)

test('lets no operator credit what only one node reports', async () => {
  const member = await world.member('paidnever')
  await makeUp(member.address)
  const id = await waitingOf(member)
  const { headers } = await signInStaff(world.edge, 'finance', 'finance')
  const url = `/api/operator/deposits/unattributed/${id}/accept/` as const
  const body = { reason: 'The member sent us a receipt' }
  const { status, code } = await world.edge.call('POST', url, { headers, body })
  expect([status, code]).toEqual([409, 'coins_missing'])
  expect(await member.balance()).toBe('0.00')
})

test.runIf(isLong)(
  'books nothing for a company wallet while the other nodes are silent',
  async () => {
    const wallet = addressOfKey(newPrivateKey())
    await storeWallet(world.edge.db, { address: wallet, role: 'cold' })
    await makeUp(wallet)
    await silenceTheOthers()
    await creditIncoming(world.edge.context, new AbortController().signal)
    const { rows } = await sql`select amount from treasury_receipts
    where to_address = ${wallet}`.execute(world.edge.db)
    expect(rows).toEqual([])
  },
)
