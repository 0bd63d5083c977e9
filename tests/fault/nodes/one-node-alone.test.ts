import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeWallet } from '../../../src/server/custody/own-wallets.ts'
import { ledgerOf } from '../../../src/server/chain/ledger-balances.ts'
import { openWatcher } from '../../../src/server/deposit/chain-watcher.ts'
import { addressHex } from '../../../src/tron/encoding/address.ts'
import { newPrivateKey } from '../../../src/tron/keys/secret-keys.ts'
import { addressOfKey } from '../../../src/tron/transaction/signature.ts'
import { approved, openStage, operate, type Stage } from '../../api/support/call-stage.ts'
import { SOLID_AFTER } from '../../api/support/money-world.ts'
import { openOddWorld, type OddWorld } from './three-nodes.ts'

// What one of three nodes reports alone books nothing.

let world: OddWorld['world']
let odd: OddWorld['odd']
let close: OddWorld['close']
let stage: Stage
beforeAll(async () => {
  ;({ world, odd, close } = await openOddWorld())
  stage = await openStage(world)
})
beforeEach(() => {
  odd.rewrite = () => undefined
})
afterAll(() => close())

const booked = async (address: string) => {
  const { rows } = await sql`select asset, amount::text from treasury_receipts
    where to_address = ${address} order by amount`.execute(world.edge.db)
  return rows
}

async function newWallet() {
  const address = addressOfKey(newPrivateKey())
  await storeWallet(world.edge.db, { address, role: 'cold' })
  return address
}

const scan = async () => {
  await world.mine(SOLID_AFTER)
  await openWatcher(world.edge.context).round()
}

test('books TRX that a contract sent to a company wallet only once all nodes show it', async () => {
  const wallet = await newWallet()
  await world.pay(addressOfKey(newPrivateKey()), 'USDT', '1')
  const entry = {
    hash: 'ab',
    caller_address: addressHex(world.devnet.info.treasury),
    transferTo_address: addressHex(wallet),
    callValueInfo: [{ callValue: 40_000_000 }],
    note: '63616c6c',
  }
  odd.rewrite = (path, answer) => {
    if (!path.endsWith('infobyblocknum')) return
    for (const receipt of answer) receipt.internal_transactions = [entry]
  }
  await scan()
  expect(await booked(wallet)).toEqual([])
  expect(await ledgerOf(world.edge.db, wallet)).toMatchObject({ trx: 0n })

  odd.rewrite = () => undefined
  await world.switch('internal', { transfers: [{ address: wallet, amount: '25' }] })
  await scan()
  expect(await booked(wallet)).toEqual([{ asset: 1, amount: '25000000' }])
})

type Answered = { block_header: { raw_data: { timestamp: number } } }

async function ask(name: string, question: object): Promise<Answered> {
  const init = { method: 'POST', body: JSON.stringify(question) }
  const answer = await fetch(`${world.devnet.url}/wallet/${name}`, init)
  return (await answer.json()) as Answered
}

const sentAt = async (id: string) => {
  const { rows } = await sql<{ at: Date }>`select expires_at - interval '1 day' as at
    from payouts where withdrawal_no = ${id}`.execute(world.edge.db)
  return rows[0]?.at.getTime()
}

const markSent = async (id: string, hash: string) =>
  await operate(stage, stage.operators.finance, `withdrawals/${id}/sent/`, {
    transaction_hash: hash,
  })

test('takes the block of an outside payment from most nodes', async () => {
  const { id, wallet } = await approved(stage)
  const hash = await world.pay(wallet, 'TRX', '38')
  await world.mine(1)
  const head = await ask('getnowblock', {})
  const timeMs = head.block_header.raw_data.timestamp
  odd.rewrite = (path, answer) => {
    if (!path.endsWith('gettransactioninfobyid') || !('id' in answer)) return
    Object.assign(answer, { blockTimeStamp: Date.now() + 40_000 })
  }
  expect((await markSent(id, hash)).status).toBe(200)
  expect(await sentAt(id)).toBe(timeMs)
})

test('knows no outside payment that only one node has in a block', async () => {
  const { id, wallet } = await approved(stage)
  const hash = await world.pay(wallet, 'TRX', '38')
  const body = await ask('gettransactionfrompending', { value: hash })
  odd.rewrite = (path, _answer, { value }) => {
    if (value !== hash || path.startsWith('/walletsolidity')) return undefined
    if (path.endsWith('gettransactionbyid')) return { ...body, ret: [{ contractRet: 'SUCCESS' }] }
    if (!path.endsWith('gettransactioninfobyid')) return undefined
    return { id: hash, blockNumber: 5, blockTimeStamp: Date.now(), receipt: {} }
  }
  const refused = await markSent(id, hash)
  expect([refused.status, refused.problem?.errors]).toEqual([
    400,
    { transaction_hash: ['This transaction is not in a block yet.'] },
  ])
  odd.rewrite = () => undefined
  await world.mine(1)
  expect((await markSent(id, hash)).status).toBe(200)
})
